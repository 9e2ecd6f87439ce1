import { isPlainObject } from '@colophon/contract';
import { isEpoch } from '../epochs/next-epoch.ts';
import { DraftError } from '../errors/draft-error.ts';
import { isClient } from '../shape/draft-document.ts';
import { LARGEST_UPDATE } from '../updates/update-limits.ts';
import { fromBase64, toBase64 } from '../bytes/base64.ts';
import { type ClaimedOrigin, readClaimedOrigin } from './claimed-origin.ts';

/** Updates in one message, and bytes of the updates as base64 together. */
export const MOST_UPDATES = 100;
export const LARGEST_MESSAGE = 1_000_000;
/** For `epoch`, `client` and what surrounds an update, as JSON. */
const LARGEST_FRAME = 200;

/** An update with what its editor says about its text. */
export interface SentUpdate {
  readonly update: Uint8Array;
  readonly as?: ClaimedOrigin;
}

/** The body of `POST …/draft/updates`. */
export interface UpdatesMessage {
  readonly epoch: string;
  readonly client: number;
  readonly updates: readonly SentUpdate[];
}

/** The same as JSON: each update is base64. */
export interface WrittenUpdates {
  readonly epoch: string;
  readonly client: number;
  readonly updates: readonly { readonly update: string; readonly as?: ClaimedOrigin }[];
}

/**
 * Reads a message of updates.
 *
 * @throws DraftError `update_too_large` if it, or an update in it, is larger than allowed; `invalid_message` for any other fault.
 */
export function readUpdates(value: unknown): UpdatesMessage {
  if (!isPlainObject(value)) throw invalid('it is no object');
  const { epoch, client, updates, ...rest } = value;
  if (Object.keys(rest).length > 0) throw invalid('it has members that it does not have');
  if (!isEpoch(epoch)) throw invalid('epoch is not 16 hexadecimal digits');
  if (!isClient(client)) throw invalid('client is no number of a client');
  if (!Array.isArray(updates) || updates.length < 1 || updates.length > MOST_UPDATES)
    throw invalid(`it has not 1 to ${MOST_UPDATES} updates`);
  let size = 0;
  const read = updates.map((each: unknown): SentUpdate => {
    if (!isPlainObject(each) || typeof each['update'] !== 'string') throw invalid('an update is no text');
    const { update, as, ...others } = each;
    if (Object.keys(others).length > 0) throw invalid('an update has members that it does not have');
    size += (update as string).length;
    // Before anything is decoded.
    if (size > LARGEST_MESSAGE || (update as string).length > sizeAsBase64(LARGEST_UPDATE))
      throw new DraftError('update_too_large', 'The updates are larger than one message may be.');
    return { update: fromBase64(update as string), ...(as === undefined ? {} : { as: readClaimedOrigin(as) }) };
  });
  return { epoch, client, updates: read };
}

/** Writes a message of updates; see {@link batchUpdates}. */
export function writeUpdates({ epoch, client, updates }: UpdatesMessage): WrittenUpdates {
  return { epoch, client, updates: updates.map(({ update, ...rest }) => ({ ...rest, update: toBase64(update) })) };
}

/**
 * Divides updates that wait into the messages that carry them, in their order. They are never merged: a paragraph typed offline would look
 * as if it had arrived at once.
 */
export function batchUpdates(updates: readonly SentUpdate[]): SentUpdate[][] {
  const batches: SentUpdate[][] = [];
  let size = 0;
  for (const each of updates) {
    const own = sizeAsBase64(each.update.length) + LARGEST_FRAME + (each.as ? JSON.stringify(each.as).length : 0);
    const last = batches.at(-1);
    if (!last || last.length === MOST_UPDATES || size + own > LARGEST_MESSAGE) {
      batches.push([each]);
      size = LARGEST_FRAME + own;
    } else {
      last.push(each);
      size += own;
    }
  }
  return batches;
}

function sizeAsBase64(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}

function invalid(what: string): DraftError {
  return new DraftError('invalid_message', `The message is invalid: ${what}.`);
}
