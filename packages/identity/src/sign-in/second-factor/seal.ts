import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { UnavailableError } from '@colophon/core';

const LABEL = 'colophon second factor';
const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The key that encrypts second factors (HKDF-SHA256 of the application's secret, with its own label). */
export function factorKey(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', Buffer.from(secret), Buffer.alloc(0), LABEL, 32));
}

/** Encrypts a secret for one user (AES-256-GCM); it cannot be decrypted for another one. */
export function seal(key: Buffer, plain: Uint8Array, userId: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(userId));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return `${VERSION}.${Buffer.concat([iv, sealed, cipher.getAuthTag()]).toString('base64url')}`;
}

/** @throws UnavailableError if it was encrypted with another secret or for another user, or was changed */
export function unseal(key: Buffer, sealed: string, userId: string): Uint8Array {
  try {
    const [version, text = ''] = sealed.split('.');
    const bytes = Buffer.from(text, 'base64url');
    if (version !== VERSION || bytes.length <= IV_BYTES + TAG_BYTES) throw new Error('not a sealed secret');
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(userId)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new UnavailableError('Your second factor cannot be decrypted: the secret of this application has changed since it was set up.', {
      hint: 'Use a recovery code, or ask an administrator to reset your second factor.',
      cause,
    });
  }
}
