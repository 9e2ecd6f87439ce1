import { type Call, ConflictError, ValidationError } from '@colophon/core';
import { type DraftDocument, DraftError, fromBase64, isBehind, stateOf, toBase64 } from '@colophon/draft';
import type { ContentRecord } from '../record/content-record.ts';
import { contentsOf } from '../record/contents-of.ts';
import { lockContent } from '../record/lock-content.ts';
import { enterDraft } from './clients.ts';
import { permissionIn, requireShown } from './draft-access.ts';
import type { OpenDraftInput } from './draft-inputs.ts';
import { catchUpWithRecord } from './record/absorb-change.ts';
import { type DraftRow, lockDraft, readDraftRow } from './record/draft-rows.ts';
import { seedDraft } from './record/seed-draft.ts';
import { documentAt, throughOf } from './record/state-at.ts';
import { writerOf } from './record/writer.ts';

/** A draft as an editor opens it. */
export interface OpenedDraft {
  readonly epoch: string | null;
  readonly sequence: number;
  readonly through: string | null;
  readonly client: number | null;
  readonly may: 'write' | 'read';
  readonly isPrivate: boolean;
  readonly resets: boolean;
  readonly state: string | null;
  readonly savedRev: number;
}

/**
 * Opens the draft of a record for an editor: who may write gets a number of their own, and begins the draft if there is none. In a
 * transaction that holds the lock of the record.
 *
 * @throws ConflictError `draft_private`, `draft_full`, `draft_exists`
 */
export async function openDraft(content: ContentRecord, input: OpenDraftInput, call: Call): Promise<OpenedDraft> {
  const { database, id, rev } = content;
  const may = permissionIn(content, call);
  const writer = writerOf(call.caller);
  if (may === 'read' || writer === null) {
    const row = await readDraftRow(database, id);
    if (row) requireShown(row, call);
    if (!row)
      return { epoch: null, sequence: 0, through: null, client: null, may, isPrivate: false, resets: true, state: null, savedRev: rev };
    const document = await documentAt(database, row, row);
    return opened(row, document, { vector: vectorWithin(input, row, document), may, client: null });
  }
  await lockContent(database, id);
  // As it is under the lock: it may have been read before.
  const record = await contentsOf(database, call).require(id);
  await lockDraft(database, id);
  const standing = await readDraftRow(database, id);
  if (standing) requireShown(standing, call);
  if (input.isPrivate === true) requireMayHide(record, standing, call);
  const row = standing ? await catchUpWithRecord(record, standing, call) : await seedDraft(record, call, { isPrivate: input.isPrivate });
  const document = await documentAt(database, row, row);
  const vector = vectorWithin(input, row, document);
  const client = await enterDraft(database, row, document, { writer, client: vector && input.client }, call);
  return opened(row, document, { vector, may, client });
}

interface Entered {
  readonly vector: Uint8Array | undefined;
  readonly may: 'write' | 'read';
  readonly client: number | null;
}

function opened(row: DraftRow, document: DraftDocument, { vector, may, client }: Entered): OpenedDraft {
  const state = toBase64(stateOf(document, vector));
  const { epoch, sequence, isPrivate, savedRev } = row;
  return { epoch, sequence, through: throughOf(row), client, may, isPrivate, resets: !vector, state, savedRev };
}

/**
 * Returns the vector of what an editor has, if that is a part of the draft. It is none after the database was restored to an older state: the
 * editor then begins with the draft's, and carries its own changes onto it.
 *
 * @throws ValidationError
 */
function vectorWithin({ epoch, vector, client }: OpenDraftInput, row: DraftRow, document: DraftDocument): Uint8Array | undefined {
  if (vector === undefined) return undefined;
  try {
    const read = fromBase64(vector);
    return epoch === row.epoch && !isBehind(document, read, client) ? read : undefined;
  } catch (error) {
    if (!DraftError.isInstance(error)) throw error;
    throw ValidationError.of([{ pointer: '/vector', code: 'invalid', detail: 'must be a vector in base64' }]);
  }
}

/** Only the owner of a piece that was never published, and that nobody has begun to write in, can hide its draft. */
function requireMayHide({ ownerId, status, firstPublishedAt }: ContentRecord, standing: DraftRow | undefined, { caller }: Call): void {
  if (standing?.isPrivate) return;
  if (!standing && ownerId !== null && ownerId === caller.id && status === 'draft' && firstPublishedAt === null) return;
  throw new ConflictError('Only the draft of your own new piece can be private, from its beginning.', { code: 'draft_exists' });
}
