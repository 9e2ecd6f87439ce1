import { type Call, ConflictError, ValidationError } from '@colophon/core';
import { DraftError, readPresence } from '@colophon/draft';
import type { ContentRecord } from '../record/content-record.ts';
import { readClient } from './clients.ts';
import { requireShown } from './draft-access.ts';
import type { PresenceInput } from './draft-inputs.ts';
import { DraftLimits } from './draft-limits.ts';
import { announceDraft } from './record/announce-draft.ts';
import { readDraftRow } from './record/draft-rows.ts';
import { writerOf } from './record/writer.ts';

/** Somebody who wrote within so many milliseconds is writing. */
const WRITING_MS = 3000;
const limits = new DraftLimits({ requests: 10, bytes: Infinity });

/** Tells those who follow a draft where the caller's caret is. It is passed on, and never stored. @throws ConflictError `draft_client` */
export async function tellPresence(content: ContentRecord, input: PresenceInput, call: Call): Promise<void> {
  const { database, id } = content;
  const presence = readGiven(input);
  const row = await readDraftRow(database, id);
  if (row) requireShown(row, call);
  const known = row && (await readClient(database, row, presence.client));
  if (!known || known.writer === null || known.writer !== writerOf(call.caller))
    throw new ConflictError('This number is not the one of your editor; open the draft again.', { code: 'draft_client' });
  const now = call.now().getTime();
  limits.count(`${id} ${presence.client}`, 0, now);
  const { name, id: userId } = call.caller;
  const isWriting = known.clock > 0 && now - Date.parse(known.seenAt) < WRITING_MS;
  announceDraft(database, id, { ...presence, userId: userId ?? '', name, isWriting });
}

/** @throws ValidationError */
function readGiven(input: PresenceInput): ReturnType<typeof readPresence> {
  try {
    return readPresence(input);
  } catch (error) {
    if (!DraftError.isInstance(error)) throw error;
    const pointer = error.code === 'invalid_position' ? '/anchor' : '/field';
    throw ValidationError.of([{ pointer, code: error.code, detail: error.message }]);
  }
}
