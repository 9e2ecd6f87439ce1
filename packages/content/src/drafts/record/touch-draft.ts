import type { Database } from '@colophon/core';
import type { DraftRow } from './draft-rows.ts';

/** Notes that somebody follows a draft: it is not deleted then, though it equals its record. */
export async function touchDraft(database: Database, { id }: Pick<DraftRow, 'id'>, now: Date): Promise<void> {
  const { dialect } = database;
  const update = dialect.builder
    .updateTable('content_drafts')
    .set({ touchedAt: dialect.encode('datetime', now.toISOString()) })
    .where('id', '=', id);
  await database.run(update.compile());
}
