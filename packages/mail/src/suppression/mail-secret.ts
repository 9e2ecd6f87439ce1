import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { type Database, port, UsageError } from '@colophon/core';

const NONCE = 12;
const TAG = 16;

/**
 * The secret of an application's mail, the same in all its processes: keys derived from it encrypt unsubscribe links and hash suppressed
 * addresses.
 */
export class MailSecret {
  readonly #secret: Buffer;

  /** @throws UsageError if it has fewer than 32 characters */
  constructor(secret: string) {
    if (secret.length < 32) throw new UsageError('The secret of mail must have at least 32 characters.');
    this.#secret = Buffer.from(secret);
  }

  /** Returns a keyed hash of an address, for cases in which the address itself must not be stored. */
  addressKey(address: string): string {
    return createHmac('sha256', this.#keyFor('address')).update(address.toLowerCase()).digest('base64url').slice(0, 32);
  }

  /** Encrypts a text so that it can be neither read nor forged without the secret (AES-256-GCM, base64url). */
  seal(text: string): string {
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv('aes-256-gcm', this.#keyFor('unsubscribe'), nonce);
    return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** Decrypts a text; undefined if it was not encrypted here, or was changed. */
  unseal(sealed: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    // Other encodings of the same bytes are rejected too.
    if (bytes.length <= NONCE + TAG || bytes.toString('base64url') !== sealed) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', this.#keyFor('unsubscribe'), bytes.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAuthTag(bytes.subarray(-TAG));
    try {
      return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }

  #keyFor(label: 'address' | 'unsubscribe'): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#secret, Buffer.alloc(0), `colophon mail ${label}`, 32));
  }
}

/** The secret of mail; nothing can be sent or unsubscribed without it. */
export const mailSecret = port<MailSecret | undefined>('mailSecret', undefined);

/** Returns the secret of a database's mail. @throws UsageError if none is provided */
export function mailSecretOf(database: Database): MailSecret {
  const secret = database.ports.use(mailSecret);
  if (!secret) throw new UsageError('Mail has no secret: provide the port mailSecret.');
  return secret;
}
