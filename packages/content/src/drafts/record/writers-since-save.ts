import type { Database } from '@colophon/core';
import type { DraftWriters } from './content-draft.ts';
import type { DraftRow } from './draft-rows.ts';

/** Returns who wrote in a draft since it was saved: those of its row, and those of the updates after its state. */
export async function writersSinceSave(database: Database, row: DraftRow): Promise<readonly string[]> {
  return Object.entries(await lastWrites(database, row))
    .filter(([, last]) => last > row.savedSequence)
    .map(([writer]) => writer)
    .sort();
}

/** Returns the last number that each writer wrote, also those of the updates that are not in the state yet. */
export async function lastWrites(database: Database, { id, epoch, writers }: DraftRow): Promise<DraftWriters> {
  const query = database.dialect.builder
    .selectFrom('content_draft_updates')
    .select('writer')
    .select((each) => each.fn.max('sequence').as('last'))
    .where('draftId', '=', id)
    .where('epoch', '=', epoch)
    .where('writer', 'is not', null)
    .groupBy('writer');
  const rows = await database.all(query.compile());
  return { ...writers, ...Object.fromEntries(rows.map((row) => [String(row['writer']), Number(row['last'])])) };
}
