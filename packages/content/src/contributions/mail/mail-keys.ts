import type { Database } from '@colophon/core';
import { createHash } from 'node:crypto';
import { hasContributionSecret, sign } from '../record/keys.ts';

/**
 * Returns a key for a property of a mail, such as its id or its sender's address, derived with the secret of the
 * application if there is one: a plain hash would confirm a guessed address.
 */
export function mailKey(database: Database, purpose: 'address' | 'id' | 'mail' | 'proof' | 'unread', ...parts: readonly string[]): string {
  const text = JSON.stringify([purpose, ...parts]);
  return hasContributionSecret(database) ? sign(database, 'contribution mail', text) : sha256(text);
}

/** SHA-256 in hexadecimal. */
export function sha256(value: string | Uint8Array): string {
  return createHash('sha256').update(value).digest('hex');
}
