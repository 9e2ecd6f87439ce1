import type { Call, Database, JsonObject } from '@colophon/core';
import { type DraftValues, readValues } from '@colophon/draft';
import type { ContentRecord } from '../../record/content-record.ts';
import { lockDraft, readDraftRow } from './draft-rows.ts';
import { seedDraft } from './seed-draft.ts';
import { documentAt } from './state-at.ts';

/** The unsaved text of a deleted piece. */
export interface TrashedDraft extends JsonObject {
  readonly values: JsonObject;
  readonly isPrivate: boolean;
  readonly startedBy: string | null;
}

/** Returns what the draft of a piece that is being deleted says beyond its record; null if that is nothing. */
export async function draftToTrash(database: Database, contentId: string): Promise<TrashedDraft | null> {
  const row = await readDraftRow(database, contentId);
  if (!row || (row.sequence === row.savedSequence && !row.isPrivate)) return null;
  const values = readValues(await documentAt(database, row, row)) as unknown as JsonObject;
  return { values, isPrivate: row.isPrivate, startedBy: row.startedBy };
}

/** Begins the draft of a restored piece with what it said. */
export async function draftFromTrash(record: ContentRecord, { values, ...seed }: TrashedDraft, call: Call): Promise<void> {
  await lockDraft(record.database, record.id);
  if (await readDraftRow(record.database, record.id)) return;
  await seedDraft(record, call, { values: values as unknown as DraftValues, ...seed });
}
