import { createHash } from 'node:crypto';

/**
 * Identifies the author that a contribution gave to a piece, without the name: a contributor may be renamed or erased, while the
 * piece keeps the original name. In hex.
 */
export function hashByline(contributionId: string, name: string): string {
  return createHash('sha256')
    .update(JSON.stringify([contributionId, name]))
    .digest('hex');
}
