import type { Database } from '@colophon/core';

/**
 * Keeps every other change of the hierarchy waiting until the ambient transaction ends: two moves that each look
 * harmless could make a cycle together, and a level is only right while nothing above it moves.
 */
export function lockHierarchy(database: Database): Promise<void> {
  return database.lock('tags: hierarchy');
}
