import type { Call, JsonObject } from '@colophon/core';
import { changeDraft, changesOfRecord, hasChanges, readValues, stateOf, writeValues } from '@colophon/draft';
import type { ContentRecord } from '../record/content-record.ts';
import { lockContent } from '../record/lock-content.ts';
import { createVersion } from '../versions/create-version.ts';
import { authoredValues, type Snapshot } from '../versions/snapshot.ts';
import { requireShown } from './draft-access.ts';
import { catchUpWithRecord, serverClient } from './record/absorb-change.ts';
import { announceDraft } from './record/announce-draft.ts';
import { appendChange } from './record/append-change.ts';
import { holdDraftRow, lockDraft, readDraftRow, writeState } from './record/draft-rows.ts';
import { linksOfDraft, recordValues } from './record/record-values.ts';
import { documentAt, movedOn, readThrough } from './record/state-at.ts';

/**
 * Makes the draft of a record say what the record says. What is discarded is kept as a version of kind `draft`, from which it can be restored;
 * of a private draft, which nobody else may read, nothing is kept.
 *
 * @throws ConflictError `draft_moved_on` if somebody wrote since: text that the caller has not seen is never discarded
 */
export async function discardDraft(record: ContentRecord, through: string, call: Call): Promise<void> {
  const { database, id } = record;
  const cursor = readThrough(through);
  await database.transaction(async () => {
    await lockContent(database, id);
    await lockDraft(database, id);
    const standing = await readDraftRow(database, id);
    if (!standing) return;
    requireShown(standing, call);
    const row = await holdDraftRow(database, await catchUpWithRecord(record, standing, call));
    if (cursor.epoch !== row.epoch || cursor.sequence !== row.sequence) throw movedOn(row);
    const document = await documentAt(database, row, row);
    const saved = await recordValues(record);
    const values = readValues(document);
    const { fields, ...links } = changesOfRecord(saved, values);
    if (hasChanges({ fields, ...links }) && !row.isPrivate) {
      const snapshot = { fields: { ...authoredValues(record), ...fields }, ...linksOfDraft(values) } as unknown as Snapshot & JsonObject;
      await createVersion(record, { kind: 'draft', summary: 'Discarded draft.', snapshot }, call);
    }
    const change = changeDraft(stateOf(document), serverClient(), (copy) => writeValues(copy, saved));
    const sequence = change.update
      ? await appendChange(database, row, { client: change.client, update: change.update }, call)
      : row.sequence;
    const { dialect } = database;
    const update = dialect.builder
      .updateTable('content_drafts')
      .set({ savedSequence: sequence, savedRev: record.rev, writers: dialect.encode('json', {}) })
      .where('id', '=', row.id);
    await database.run(update.compile());
    await writeState(database, row, 'savedState', stateOf(change.document));
    announceDraft(database, id);
  });
}
