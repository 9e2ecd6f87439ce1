import { createHash } from 'node:crypto';

/** Returns the SHA-256 of values, in hex. */
export function hashOf(...values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex');
}
