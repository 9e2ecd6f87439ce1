import type { Database } from '@colophon/core';

/**
 * Keeps everyone else from doing anything with a contribution until the ambient transaction ends. It is the row itself that is
 * locked, as every change of it does, so that all of them wait in one order and none for each other.
 */
export async function lockContribution(database: Database, id: string): Promise<void> {
  const { dialect } = database;
  // With one writer at a time there is nobody to wait for.
  if (!dialect.locksRows) return;
  await database.first(dialect.builder.selectFrom('content_contributions').select('id').where('id', '=', id).forUpdate().compile());
}
