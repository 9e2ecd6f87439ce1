import { type Call, ConflictError } from '@colophon/core';
import { applyJudged, changesOfRecord, type DraftCursor, type DraftValues, readValues, sameValues, stateOf } from '@colophon/draft';
import { replaceAssets } from '../assets/replace-assets.ts';
import { replaceFactLinks } from '../facts/replace-fact-links.ts';
import type { ContentRecord } from '../record/content-record.ts';
import { lockContent } from '../record/lock-content.ts';
import { replaceReferences } from '../references/replace-references.ts';
import { requireShared, requireShown } from './draft-access.ts';
import { catchUpWithRecord, forgetHistory, settle } from './record/absorb-change.ts';
import { type DraftRow, lockDraft, readDraftRow, readLockedState } from './record/draft-rows.ts';
import { linksOfDraft, recordValues } from './record/record-values.ts';
import { savingFromDraft } from './record/saving-drafts.ts';
import { documentAt, movedOn, readThrough } from './record/state-at.ts';
import { idOfWriter } from './record/writer.ts';
import { writersSinceSave } from './record/writers-since-save.ts';

/** A draft whose values a record has in memory, and whose links it has in the database. */
export interface AppliedDraft {
  readonly row: DraftRow;
  readonly state: Uint8Array;
  readonly cursor: DraftCursor;
  readonly values: DraftValues;
  /** Who wrote since the last save, as ids. */
  readonly writers: readonly string[];
}

/** How a draft is taken. */
export interface TakeOptions {
  /** Refuse a state that lacks what was saved beside the draft since: it is published exactly as it was reviewed. */
  readonly isExact?: boolean;
}

/**
 * Saves a record as its draft was at a number, with the work that saves it: its fields and links become those of the draft, what was typed
 * since stays in the draft, and the draft takes what the save itself changes. All in one transaction: a refusal leaves both as they were.
 *
 * @param through which state: see `throughOf`
 * @param save saves the record, whose values in memory are those of the draft
 * @throws ConflictError `draft_moved_on` if that state is not kept any more, `draft_private`, `no_draft`
 */
export async function saveFromDraft<T>(
  record: ContentRecord,
  through: string,
  call: Call,
  save: (applied: AppliedDraft) => Promise<T>,
  options: TakeOptions = {},
): Promise<T> {
  const { database, id } = record;
  return database.transaction(async () => {
    await lockContent(database, id);
    await lockDraft(database, id);
    return savingFromDraft(database, id, async () => {
      const applied = await applyDraft(record, through, call, options);
      const answer = await save(applied);
      await settle(record, applied.row, applied.state, call, { sequence: applied.cursor.sequence, values: applied.values });
      if (record.status === 'published') await forgetHistory(database, applied.row);
      return answer;
    });
  });
}

async function applyDraft(record: ContentRecord, through: string, call: Call, { isExact = false }: TakeOptions): Promise<AppliedDraft> {
  const { database, id } = record;
  const cursor = readThrough(through);
  const standing = await readDraftRow(database, id);
  if (!standing) throw new ConflictError('This piece has no draft: all that is written is in the record.', { code: 'no_draft' });
  requireShown(standing, call);
  requireShared(standing);
  const row = await catchUpWithRecord(record, standing, call);
  const document = await documentAt(database, row, cursor);
  const named = readValues(document);
  // What was saved beside the draft since stands, although the state that is saved is older.
  applyJudged(document, await readLockedState(database, row, 'savedState'));
  const values = readValues(document);
  if (isExact && !sameValues(named, values)) throw movedOn(row);
  const changes = changesOfRecord(await recordValues(record), values);
  Object.assign(record, structuredClone(changes.fields));
  const links = linksOfDraft(values);
  if (isLinkChanged(changes.references)) await replaceReferences(record, links.references, call);
  if (isLinkChanged(changes.facts)) await replaceFactLinks(record, links.facts, call);
  if (isLinkChanged(changes.assets)) await replaceAssets(record, links.assets, call);
  return { row, state: stateOf(document), cursor, values, writers: (await writersSinceSave(database, row)).map(idOfWriter) };
}

function isLinkChanged({ set, removed }: { readonly set: object; readonly removed: readonly string[] }): boolean {
  return Object.keys(set).length > 0 || removed.length > 0;
}
