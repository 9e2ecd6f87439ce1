import type { Database } from '@colophon/core';

/**
 * Keeps everyone else from writing about a record until the ambient transaction ends: its reviews, versions and links, and
 * the record itself. It is the record's own row that is locked, which every save and every row that refers to it wants as
 * well, so that all of them wait in one order and none for each other.
 */
export async function lockContent(database: Database, id: string): Promise<void> {
  const { dialect } = database;
  // With one writer at a time there is nobody to wait for.
  if (!dialect.locksRows) return;
  await database.first(dialect.builder.selectFrom('contents').select('id').where('id', '=', id).forUpdate().compile());
}
