import type { Database } from '@colophon/core';
import { beginDraft, newClient, newEpoch, readValues } from '@colophon/draft';
import { announceDraft } from './announce-draft.ts';
import { type DraftRow, lockDraft, readDraftRow, readLockedState, writeState } from './draft-rows.ts';
import { isDamaged } from './damaged-draft.ts';
import { loadStored } from './load-stored.ts';
import { documentAt } from './state-at.ts';
import { lastWrites } from './writers-since-save.ts';

/**
 * Begins a new epoch of a piece's draft: the same texts without their history. Editors that are open carry what they have not sent yet onto
 * it. Nothing happens while a state of the draft is pinned, unless `dropsPins` is set.
 *
 * @returns whether a new epoch was begun
 */
export async function beginEpoch(database: Database, contentId: string, { dropsPins = false } = {}): Promise<boolean> {
  return database.transaction(async () => {
    await lockDraft(database, contentId);
    const row = await readDraftRow(database, contentId);
    return row ? beginEpochLocked(database, row, dropsPins) : false;
  });
}

async function beginEpochLocked(database: Database, row: DraftRow, dropsPins: boolean): Promise<boolean> {
  const { dialect } = database;
  const { builder } = dialect;
  const pins = await database.first(builder.selectFrom('content_draft_pins').select('id').where('draftId', '=', row.id).limit(1).compile());
  if (pins && !dropsPins) return false;
  // Nothing is accepted until the end of this transaction: the row is locked from here on.
  await database.run(builder.updateTable('content_drafts').set({ epoch: newEpoch() }).where('id', '=', row.id).compile());
  const current = { ...row, sequence: Number((await sequenceOf(database, row)) ?? row.sequence) };
  const values = readValues(await documentAt(database, current, current));
  const saved = readValues(loadStored(await readLockedState(database, row, 'savedState')));
  const writers = await lastWrites(database, row);
  const { states } = beginDraft([saved, values], newClient());
  const sequence = current.sequence + 1;
  const isUnsaved = current.sequence > row.savedSequence;
  const update = builder
    .updateTable('content_drafts')
    .set({
      writers: dialect.encode('json', isUnsaved ? writers : {}),
      sequence,
      stateSequence: sequence,
      savedSequence: isUnsaved ? row.savedSequence : sequence,
    })
    .where('id', '=', row.id);
  await database.run(update.compile());
  await writeState(database, row, 'savedState', states[0] as Uint8Array);
  await writeState(database, row, 'state', states[1] as Uint8Array);
  for (const table of ['content_draft_updates', 'content_draft_clients', 'content_draft_pins'])
    await database.run(builder.deleteFrom(table).where('draftId', '=', row.id).compile());
  announceDraft(database, row.contentId);
  return true;
}

async function sequenceOf(database: Database, { id }: DraftRow): Promise<unknown> {
  const query = database.dialect.builder.selectFrom('content_drafts').select('sequence').where('id', '=', id);
  return (await database.first(query.compile()))?.['sequence'];
}

/** Deletes the draft of a piece that cannot be read: what was not saved is lost. @returns whether there was such a draft */
export async function dropDamagedDraft(database: Database, contentId: string): Promise<boolean> {
  return database.transaction(async () => {
    await lockDraft(database, contentId);
    const row = await readDraftRow(database, contentId);
    if (!row) return false;
    try {
      await documentAt(database, row, row);
      loadStored(await readLockedState(database, row, 'savedState'));
      return false;
    } catch (error) {
      if (!isDamaged(error)) throw error;
    }
    await database.run(database.dialect.builder.deleteFrom('content_drafts').where('id', '=', row.id).compile());
    announceDraft(database, contentId);
    return true;
  });
}
