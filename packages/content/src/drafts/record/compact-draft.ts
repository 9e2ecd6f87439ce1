import type { Database } from '@colophon/core';
import { type DraftDocument, stateOf } from '@colophon/draft';
import { type DraftRow, lockDraft, readDraftRow, writeState } from './draft-rows.ts';
import { documentAt } from './state-at.ts';
import { lastWrites } from './writers-since-save.ts';

/** More rows or bytes than this are put into the state of their draft. */
export const MOST_ROWS = 200;
export const MOST_BYTES = 262_144;

/**
 * Puts the updates of a draft into its state, and deletes their rows: of deleted text nothing stays then. What must be found again is pinned.
 * Holds the lock of the draft.
 */
export async function compactLocked(database: Database, row: DraftRow, document?: DraftDocument): Promise<void> {
  const whole = document ?? (await documentAt(database, row, row));
  const { dialect } = database;
  const { builder } = dialect;
  const update = builder
    .updateTable('content_drafts')
    .set({
      stateSequence: row.sequence,
      writers: dialect.encode('json', await lastWrites(database, row)),
    })
    .where('id', '=', row.id)
    .where('epoch', '=', row.epoch);
  await database.run(update.compile());
  await writeState(database, row, 'state', stateOf(whole));
  const rows = builder.deleteFrom('content_draft_updates').where('draftId', '=', row.id).where('sequence', '<=', row.sequence);
  await database.run(rows.compile());
}

/** Compacts the draft of a piece, if it has updates. */
export async function compactDraft(database: Database, contentId: string): Promise<void> {
  await database.transaction(async () => {
    await lockDraft(database, contentId);
    const row = await readDraftRow(database, contentId);
    if (row && row.sequence > row.stateSequence) await compactLocked(database, row);
  });
}
