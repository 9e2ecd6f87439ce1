import type { Call, Database } from '@colophon/core';
import { beginDraft, type DraftValues, newClient, newEpoch } from '@colophon/draft';
import type { ContentRecord } from '../../record/content-record.ts';
import { type DraftRow, newRow, readDraftRow } from './draft-rows.ts';
import { recordValues } from './record-values.ts';
import { writerOf } from './writer.ts';

/** How a draft begins. */
export interface DraftSeed {
  /** Only the caller may read it until they share it. */
  readonly isPrivate?: boolean | undefined;
  /** What it says beyond the record, such as what was in the trash with it. */
  readonly values?: DraftValues | undefined;
  /** Who began it; default: the caller. */
  readonly startedBy?: string | null | undefined;
}

/**
 * Begins the draft of a record that has none, in a transaction that holds the locks of the record and of its draft. Only the server begins a
 * draft: texts that two begin would both stand.
 */
export async function seedDraft(
  record: ContentRecord,
  call: Call,
  { isPrivate = false, values, startedBy }: DraftSeed = {},
): Promise<DraftRow> {
  const { database, id: contentId, tenantId, rev } = record;
  const steps = [await recordValues(record), ...(values ? [values] : [])];
  const { states } = beginDraft(steps, newClient());
  await insertDraft(
    database,
    {
      ...newRow(call, tenantId),
      contentId,
      epoch: newEpoch(),
      sequence: steps.length - 1,
      stateSequence: steps.length - 1,
      savedSequence: 0,
      savedRev: rev,
      isPrivate,
      startedBy: startedBy === undefined ? writerOf(call.caller) : startedBy,
    },
    call,
  );
  const row = (await readDraftRow(database, contentId)) as DraftRow;
  const { builder } = database.dialect;
  for (const [kind, bytes] of [
    ['state', states.at(-1)],
    ['savedState', states[0]],
  ] as const) {
    const insert = builder.insertInto('content_draft_states').values({ ...newRow(call, tenantId), draftId: row.id, kind, bytes });
    await database.run({ ...insert.compile(), table: 'content_draft_states' });
  }
  return row;
}

async function insertDraft(database: Database, { isPrivate, ...values }: Record<string, unknown>, call: Call): Promise<void> {
  const { dialect } = database;
  const all = {
    ...values,
    isPrivate: dialect.encode('boolean', isPrivate),
    writers: dialect.encode('json', {}),
    touchedAt: dialect.encode('datetime', call.now().toISOString()),
  };
  await database.run({ ...dialect.builder.insertInto('content_drafts').values(all).compile(), table: 'content_drafts' });
}
