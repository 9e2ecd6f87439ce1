import { type Intent, newIntent, ProblemError } from '@colophon/client';
import { type ColophonClient, send } from '../client-port.ts';
import { type Fields, same } from '../fields.ts';
import { readContent } from '../read-answer.ts';
import type { ContentRecord, Json } from '../records.ts';

/** The data of a save: changed fields, and the revision they are based on. */
export interface SavePayload {
  readonly fields: Fields;
  /** The revision that the change is based on; null creates a new piece. */
  readonly ifMatch: number | null;
  /** The same for all attempts of one press. */
  readonly idempotencyKey: string;
}

/** A creation request without a response. */
export interface PendingCreation {
  readonly intent: Intent;
  readonly fields: Fields;
}

/** The result of sending a change. */
export type SendOutcome =
  | { readonly kind: 'saved'; readonly record: ContentRecord }
  | { readonly kind: 'moved_on'; readonly theirs: ContentRecord };

/** Sends the changes of a stored record. If it has changed since, the result is the current record. */
export async function sendChange(client: ColophonClient, id: string, fields: Fields, ifMatch: number): Promise<SendOutcome> {
  const params = { path: { id } };
  try {
    const { value } = await send(client, 'patch', '/contents/{id}', { params, body: fields, ifMatch });
    return { kind: 'saved', record: readContent(value) };
  } catch (error) {
    if (!ProblemError.isInstance(error) || error.status !== 412) throw error;
    const theirs = readContent((await send(client, 'get', '/contents/{id}', { params })).value);
    // An earlier attempt succeeded and its response was lost: the record already has the values.
    const isOwn = Object.entries(fields).every(([name, value]) => same(value, theirs[name as keyof ContentRecord] as Json));
    return isOwn ? { kind: 'saved', record: theirs } : { kind: 'moved_on', theirs };
  }
}

/**
 * Creates a piece. An earlier request without a response is sent again unchanged, with its own key, so that the piece is created once;
 * `pending` is called with the data to keep for that, and with null once it is not needed any more.
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

/** Whether the server may have carried out the request although there is no response. */
function mayHaveArrived({ status }: ProblemError): boolean {
  return status < 400 || status >= 500 || status === 408;
}
