import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { UnavailableError, UsageError } from '../errors/errors.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const LABEL = 'colophon webhook secret';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Returns a new secret for receivers: `whsec_` and base64 of 32 random bytes. */
export function makeWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/** Returns the key of a secret. @throws UsageError for an invalid secret */
export function webhookSecretKey(secret: string): Buffer {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  if (!secret.startsWith(PREFIX) || key.length < 24 || key.length > 64)
    throw new UsageError(`A webhook secret must be ${PREFIX} followed by base64 of 24 to 64 bytes.`);
  return key;
}

/**
 * Returns the key that encrypts secrets at rest (HKDF-SHA256 of the application's secret, with its own label).
 *
 * @throws UsageError if the secret has less than 32 characters
 */
export function webhookSealKey(secret: string): Buffer {
  if (secret.length < 32) throw new UsageError('The secret of webhooks must have at least 32 characters.');
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret), Buffer.alloc(0), LABEL, 32));
}

/** Encrypts a secret for one webhook (AES-256-GCM); it cannot be decrypted for another one. */
export function sealSecret(key: Buffer, secret: string, webhookId: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(webhookId));
  return Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** @throws UnavailableError if it was encrypted with another key or for another webhook, or was changed */
export function unsealSecret(key: Buffer, sealed: string, webhookId: string): string {
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(webhookId)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new UnavailableError('The secret of this webhook cannot be decrypted: the secret of this application has changed.', {
      hint: 'Rotate the secret of the webhook and give the new one to its receiver.',
      extensions: { reason: 'webhook_secret' },
      cause,
    });
  }
}
