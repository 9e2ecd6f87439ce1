import type { Database } from '@colophon/core';

/**
 * Blocks every other change of the hierarchy until the ambient transaction ends: two individually valid moves could form a cycle together,
 * and a level is only valid while no ancestor moves.
 */
export function lockHierarchy(database: Database): Promise<void> {
  return database.lock('tags: hierarchy');
}
