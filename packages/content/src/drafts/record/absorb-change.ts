import { type Call, type Database, SYSTEM_CALL } from '@colophon/core';
import { absorbValues, type DraftValues, newClient, readValues, sameValues } from '@colophon/draft';
import type { ContentRecord } from '../../record/content-record.ts';
import { contentsOf } from '../../record/contents-of.ts';
import { announceDraft } from './announce-draft.ts';
import { appendChange } from './append-change.ts';
import { compactLocked } from './compact-draft.ts';
import { compareAhead } from './compare-texts.ts';
import { type DraftRow, holdDraftRow, lockDraft, readDraftRow, readLockedState, writeState } from './draft-rows.ts';
import { recordValues } from './record-values.ts';
import { isDamaged } from './damaged-draft.ts';
import { loadStored } from './load-stored.ts';
import { isSavedFromDraft } from './saving-drafts.ts';

/**
 * Takes a change of a record that was made beside its draft into the draft, as an edit made at the state that was saved last: what people
 * have typed since stands. In the transaction of that change.
 */
export async function absorbRecord(record: ContentRecord, call: Call): Promise<void> {
  const { database, id } = record;
  if (isSavedFromDraft(database, id)) return;
  await lockDraft(database, id);
  const row = await readDraftRow(database, id);
  if (!row) return;
  try {
    await settle(record, row, await readLockedState(database, row, 'savedState'), call);
    if (record.status === 'published') await forgetHistory(database, row);
  } catch (error) {
    // A record can be saved although its draft cannot be read; whoever opens the draft is told.
    if (!isDamaged(error)) throw error;
  }
}

/** The same for a change of a record's links, which are saved by themselves. */
export async function absorbLinks(database: Database, contentId: string, call: Call): Promise<void> {
  if (isSavedFromDraft(database, contentId) || !(await readDraftRow(database, contentId))) return;
  const record = await contentsOf(database, SYSTEM_CALL).get(contentId);
  if (record) await absorbRecord(record, call);
}

/** Of what is published no key and no deleted word stays: neither in updates nor in pinned states. Holds the lock of the draft. */
export async function forgetHistory(database: Database, row: DraftRow): Promise<void> {
  await compactLocked(database, await holdDraftRow(database, row));
  await database.run(database.dialect.builder.deleteFrom('content_draft_pins').where('draftId', '=', row.id).compile());
}

/**
 * Makes the saved state of a draft one whose values are those of the record, beginning with a state that is part of the draft, and puts the
 * difference into the draft as well. Holds the lock of the draft.
 *
 * @param base the state that was saved: the one before, or the one that the save took
 * @param taken if a save took the base: the number of its last update, and its values
 * @returns the number of the draft's last update
 */
export async function settle(
  record: ContentRecord,
  standing: DraftRow,
  base: Uint8Array,
  call: Call,
  taken?: { readonly sequence: number; readonly values: DraftValues },
): Promise<number> {
  const { database } = record;
  const row = await holdDraftRow(database, standing);
  const values = await recordValues(record);
  const before = taken?.values ?? readValues(loadStored(base));
  const change = sameValues(before, values) ? undefined : await differenceOf(base, before, values);
  const sequence = change?.update
    ? await appendChange(database, row, { client: change.client, update: change.update }, call)
    : row.sequence;
  const savedBefore = taken?.sequence ?? row.savedSequence;
  const saved = savedBefore < row.sequence ? savedBefore : sequence;
  const { dialect } = database;
  const writers = Object.fromEntries(Object.entries(row.writers).filter(([, last]) => last > saved));
  const update = dialect.builder
    .updateTable('content_drafts')
    .set({
      savedSequence: saved,
      savedRev: record.rev,
      writers: dialect.encode('json', writers),
    })
    .where('id', '=', row.id);
  await database.run(update.compile());
  // It is long: a change of the status alone leaves it as it is.
  if (taken || change) await writeState(database, row, 'savedState', change?.saved ?? base);
  announceDraft(database, row.contentId);
  return sequence;
}

async function differenceOf(base: Uint8Array, before: DraftValues, values: DraftValues): Promise<ReturnType<typeof absorbValues>> {
  return absorbValues(base, values, serverClient(), await compareAhead(before, values));
}

/** A number for one change of the server: below 2³¹, as columns of integers hold it. */
export function serverClient(): number {
  return newClient((client) => client > 0x7fff_ffff);
}

/** Takes what was changed in a record without its hooks into the draft, such as by a merge of tags. Holds the locks of both. */
export async function catchUpWithRecord(record: ContentRecord, row: DraftRow, call: Call): Promise<DraftRow> {
  if (row.savedRev === record.rev) return row;
  await settle(record, row, await readLockedState(record.database, row, 'savedState'), call);
  return (await readDraftRow(record.database, row.contentId)) as DraftRow;
}
