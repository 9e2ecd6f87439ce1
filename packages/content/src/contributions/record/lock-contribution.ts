import type { Database } from '@colophon/core';

/**
 * Locks a contribution until the ambient transaction ends. It locks the row itself, as
 * every change does, so that all wait in the same order and never deadlock.
 */
export async function lockContribution(database: Database, id: string): Promise<void> {
  const { dialect } = database;
  // With a single writer a lock is not needed.
  if (!dialect.locksRows) return;
  await database.first(dialect.builder.selectFrom('content_contributions').select('id').where('id', '=', id).forUpdate().compile());
}
