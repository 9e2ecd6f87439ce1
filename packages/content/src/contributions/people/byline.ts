import { createHash } from 'node:crypto';

/**
 * Tells which author of a piece a contribution gave it, without the name: a contributor is renamed and erased, and the piece goes
 * on naming them as it was made. In hex.
 */
export function hashByline(contributionId: string, name: string): string {
  return createHash('sha256')
    .update(JSON.stringify([contributionId, name]))
    .digest('hex');
}
