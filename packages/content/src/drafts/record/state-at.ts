import { ConflictError, type Database, ValidationError } from '@colophon/core';
import { applyJudged, type DraftCursor, type DraftDocument, readEventId, writeEventId } from '@colophon/draft';
import { type DraftRow, readLockedState, readUpdateRows } from './draft-rows.ts';
import { loadStored } from './load-stored.ts';

/** Returns the state of a draft with the number of its last update, as one text: what readers of the draft name in a save or a review. */
export function throughOf({ epoch, sequence }: DraftCursor): string {
  return writeEventId({ epoch, sequence });
}

/** Reads which state of a draft is meant. @throws ValidationError */
export function readThrough(through: string): DraftCursor {
  const cursor = readEventId(through);
  if (cursor) return cursor;
  throw ValidationError.of([
    { pointer: '/through', code: 'invalid', detail: 'must be the state that was read, such as 0123456789abcdef.42' },
  ]);
}

/**
 * Returns the document of a draft as it was at a number: of a pin, or of the stored state with the updates after it.
 *
 * @throws ConflictError `draft_moved_on` if that state cannot be found any more, or never was
 */
export async function documentAt(database: Database, row: DraftRow, { epoch, sequence }: DraftCursor): Promise<DraftDocument> {
  if (epoch === row.epoch && sequence <= row.sequence && sequence >= row.stateSequence) {
    const document = loadStored(await readLockedState(database, row, 'state'));
    for (const { update } of await readUpdateRows(database, row, row.stateSequence, sequence)) applyJudged(document, update);
    return document;
  }
  const { dialect } = database;
  const query = dialect.builder
    .selectFrom('content_draft_pins')
    .select('state')
    .where('draftId', '=', row.id)
    .where('epoch', '=', row.epoch)
    .where('sequence', '=', Math.min(sequence, 0x7fff_ffff));
  const pin = epoch === row.epoch ? await database.first(query.compile()) : undefined;
  if (!pin) throw movedOn(row);
  return loadStored(dialect.decode('bytes', pin['state']) as Uint8Array);
}

/** The state that was named is not kept any more. */
export function movedOn(row: DraftRow): ConflictError {
  return new ConflictError('The draft was written on since; what was named is not kept any more.', {
    code: 'draft_moved_on',
    hint: 'Read the draft again, and name its state.',
    extensions: { sequence: row.sequence, through: throughOf(row) },
  });
}
