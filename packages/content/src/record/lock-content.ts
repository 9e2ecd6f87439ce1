import type { Database } from '@colophon/core';

/**
 * Blocks other writes about a record until the ambient transaction ends: its reviews, versions and links, and the record itself. The
 * record's own row is locked, which every save and every referring row needs as well, so that all writers wait in one order without
 * deadlocks.
 */
export async function lockContent(database: Database, id: string): Promise<void> {
  const { dialect } = database;
  // With one writer at a time there is nothing to wait for.
  if (!dialect.locksRows) return;
  await database.first(dialect.builder.selectFrom('contents').select('id').where('id', '=', id).forUpdate().compile());
}
