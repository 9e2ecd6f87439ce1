import { type Call, ColophonError, ConflictError, ForbiddenError, ValidationError } from '@colophon/core';
import { DraftError, readUpdates, type UpdatesMessage } from '@colophon/draft';
import type { ContentRecord } from '../record/content-record.ts';
import { acceptUpdates } from './accept-updates.ts';
import { requireShown } from './draft-access.ts';
import type { UpdatesInput } from './draft-inputs.ts';
import { DraftLimits } from './draft-limits.ts';
import { readDraftRow } from './record/draft-rows.ts';
import { ownFieldsOf } from './record/record-values.ts';
import { throughOf } from './record/state-at.ts';
import { writerOf } from './record/writer.ts';

const limits = new DraftLimits();

/** Where a draft is after updates were accepted. */
export interface Accepted {
  readonly epoch: string;
  readonly sequence: number;
  readonly through: string;
}

/**
 * Accepts what an editor wrote: judged one by one, stored together or not at all. Sending it again is harmless.
 *
 * @throws ConflictError `draft_epoch`, `draft_gap`, `draft_client`, `draft_client_closed`, `draft_private`
 * @throws ColophonError 413 `update_too_large`, 429
 * @throws ValidationError `update_refused` with the reason
 */
export async function sendUpdates(content: ContentRecord, input: UpdatesInput, call: Call): Promise<Accepted> {
  const { database, id } = content;
  const { epoch, client, updates } = readMessage(input);
  const writer = writerOf(call.caller);
  if (writer === null) throw new ForbiddenError('A draft is written by a person or with a token; the application itself saves the record.');
  const size = input.updates.reduce((sum, { update }) => sum + update.length, 0);
  limits.count(`${id} ${client}`, size, call.now().getTime());
  const row = await readDraftRow(database, id);
  if (!row) throw new ConflictError('The draft is gone; open it again.', { code: 'draft_epoch', extensions: { epoch: null, sequence: 0 } });
  requireShown(row, call);
  const sent = { epoch, client, writer, updates: updates.map(({ update }) => update), ownFields: ownFieldsOf(content) };
  const sequence = await acceptUpdates(database, id, sent, () => call.now());
  return { epoch, sequence, through: throughOf({ epoch, sequence }) };
}

/** @throws ColophonError 413, ValidationError */
function readMessage(input: UpdatesInput): UpdatesMessage {
  try {
    return readUpdates(input);
  } catch (error) {
    if (!DraftError.isInstance(error)) throw error;
    if (error.code === 'update_too_large') throw new ColophonError(413, 'update_too_large', error.message);
    throw ValidationError.of([{ pointer: '/updates', code: error.code, detail: error.message }]);
  }
}
