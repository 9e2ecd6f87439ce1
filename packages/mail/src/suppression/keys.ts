import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { UsageError } from '@colophon/core';

let secret: Buffer | undefined;

/**
 * Sets the application's secret for mail: keys derived from it encrypt unsubscribe links and hash suppressed addresses.
 * All processes of an application must use the same secret.
 *
 * @throws UsageError if it has fewer than 32 characters
 */
export function configureMailSecret(input: string | undefined): void {
  if (input !== undefined && input.length < 32) throw new UsageError('The secret of mail must have at least 32 characters.');
  secret = input === undefined ? undefined : Buffer.from(input);
}

/** Returns a key for one purpose. @throws UsageError without a secret */
function keyFor(label: 'address' | 'unsubscribe'): Buffer {
  if (!secret) throw new UsageError('Mail has no secret: set one with configureMailSecret.');
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `colophon mail ${label}`, 32));
}

/** Returns a keyed hash of an address, for cases in which the address itself must not be stored. */
export function addressKey(address: string): string {
  return createHmac('sha256', keyFor('address')).update(address.toLowerCase()).digest('base64url').slice(0, 32);
}

const NONCE = 12;
const TAG = 16;

/** Encrypts a text so that it can be neither read nor forged without the secret (AES-256-GCM, base64url). */
export function seal(text: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyFor('unsubscribe'), nonce);
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** Decrypts a text; undefined if it was not encrypted here, or was changed. */
export function unseal(sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  // Other encodings of the same bytes are rejected too.
  if (bytes.length <= NONCE + TAG || bytes.toString('base64url') !== sealed) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', keyFor('unsubscribe'), bytes.subarray(0, NONCE), { authTagLength: TAG });
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
