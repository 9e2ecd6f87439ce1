import type { Call, Database } from '@colophon/core';
import { type DraftValues, readValues, sameValues } from '@colophon/draft';
import type { ContentRecord } from '../record/content-record.ts';
import { peopleOf, type Person } from '../record/people.ts';
import { requireShown } from './draft-access.ts';
import { documentsOf } from './record/draft-documents.ts';
import { type DraftRow, readDraftRow } from './record/draft-rows.ts';
import { recordValues } from './record/record-values.ts';
import { documentAt, throughOf } from './record/state-at.ts';
import { idOfWriter } from './record/writer.ts';
import { writersSinceSave } from './record/writers-since-save.ts';

/** A draft as values. */
export interface ShownDraft {
  readonly epoch: string | null;
  readonly sequence: number;
  readonly through: string | null;
  readonly savedRev: number;
  readonly savedSequence: number;
  readonly isChanged: boolean;
  readonly isPrivate: boolean;
  readonly values: DraftValues;
  readonly writers: readonly Person[];
}

/** Returns what the draft of a record says; what the record says if it has none. @throws ConflictError `draft_private` */
export async function readDraft(content: ContentRecord, call: Call): Promise<ShownDraft> {
  const { database, id, rev } = content;
  const record = await recordValues(content);
  const found = await (database.inTransaction ? readInTransaction(database, id) : readCommitted(database, id));
  if (!found)
    return {
      epoch: null,
      sequence: 0,
      through: null,
      savedRev: rev,
      savedSequence: 0,
      isChanged: false,
      isPrivate: false,
      values: record,
      writers: [],
    };
  const { row, values } = found;
  requireShown(row, call);
  const people = await peopleOf(database, (await writersSinceSave(database, row)).map(idOfWriter));
  const { epoch, sequence, savedRev, savedSequence, isPrivate } = row;
  return {
    epoch,
    sequence,
    through: throughOf(row),
    savedRev,
    savedSequence,
    isChanged: sequence > savedSequence && !sameValues(values, record),
    isPrivate,
    values,
    writers: [...people.values()],
  };
}

interface FoundDraft {
  readonly row: DraftRow;
  readonly values: DraftValues;
}

async function readCommitted(database: Database, contentId: string): Promise<FoundDraft | undefined> {
  const open = await documentsOf(database).get(contentId);
  // The document and its number are of one moment: nothing is awaited between.
  return open && { row: { ...open.row, sequence: open.sequence }, values: readValues(open.document) };
}

async function readInTransaction(database: Database, contentId: string): Promise<FoundDraft | undefined> {
  const row = await readDraftRow(database, contentId);
  return row && { row, values: readValues(await documentAt(database, row, row)) };
}
