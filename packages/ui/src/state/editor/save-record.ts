import { type Intent, newIntent, ProblemError } from '@colophon/client';
import { type ColophonClient, send } from '../client-port.ts';
import { type Fields, same } from '../merge/field-merge.ts';
import { readContent } from '../read-answer.ts';
import type { ContentRecord, Json } from '../records.ts';

/** What is saved of a record: changed fields, and what they are based on. */
export interface SavePayload {
  readonly fields: Fields;
  /** The revision that the change is based on; null makes a new piece. */
  readonly ifMatch: number | null;
  /** The same for as long as one press is sent again. */
  readonly idempotencyKey: string;
}

/** A piece that was to be made, and whose answer never came. */
export interface PendingCreation {
  readonly intent: Intent;
  readonly fields: Fields;
}

/** What came of sending a change. */
export type SendOutcome =
  | { readonly kind: 'saved'; readonly record: ContentRecord }
  | { readonly kind: 'moved_on'; readonly theirs: ContentRecord };

/** Sends what changed of a record that is stored. When it has moved on since, the answer is what it is now. */
export async function sendChange(client: ColophonClient, id: string, fields: Fields, ifMatch: number): Promise<SendOutcome> {
  const params = { path: { id } };
  try {
    const { value } = await send(client, 'patch', '/contents/{id}', { params, body: fields, ifMatch });
    return { kind: 'saved', record: readContent(value) };
  } catch (error) {
    if (!ProblemError.isInstance(error) || error.status !== 412) throw error;
    const theirs = readContent((await send(client, 'get', '/contents/{id}', { params })).value);
    // Sent before, and the answer lost: the record says it already.
    const isOwn = Object.entries(fields).every(([name, value]) => same(value, theirs[name as keyof ContentRecord] as Json));
    return isOwn ? { kind: 'saved', record: theirs } : { kind: 'moved_on', theirs };
  }
}

/**
 * Makes a piece. What was sent before and never answered is sent again unchanged, under its own key, so that it is made once; `pending`
 * is told what to keep for that, and null once there is nothing to keep.
 */
export async function sendCreation(
  client: ColophonClient,
  fields: Fields,
  before: PendingCreation | null,
  pending: (creation: PendingCreation | null) => void,
): Promise<ContentRecord> {
  const creation = before ?? { intent: newIntent(), fields };
  pending(creation);
  try {
    const { value } = await send(client, 'post', '/contents', { body: creation.fields, intent: creation.intent });
    const record = readContent(value);
    pending(null);
    return record;
  } catch (error) {
    if (ProblemError.isInstance(error) && !mayHaveArrived(error)) pending(null);
    throw error;
  }
}

/** Whether the server may have done it although no answer says so. */
function mayHaveArrived({ status }: ProblemError): boolean {
  return status < 400 || status >= 500 || status === 408;
}
