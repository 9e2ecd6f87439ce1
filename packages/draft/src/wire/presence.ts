import { isPlainObject } from '@colophon/contract';
import { DraftError } from '../errors/draft-error.ts';
import { type DraftPosition, readPosition } from '../positions/positions.ts';
import { isClient } from '../shape/draft-document.ts';
import { isTextRoot, type TextRoot } from '../shape/roots.ts';

/** In bytes of JSON. */
export const LARGEST_PRESENCE = 400;

/** Where somebody's caret is: the body of `POST …/draft/presence`. Who it is the server knows. */
export interface Presence {
  readonly client: number;
  readonly field: TextRoot;
  readonly anchor: DraftPosition;
  readonly head: DraftPosition;
}

/** Reads where a caret is. @throws DraftError `invalid_message` or `invalid_position` */
export function readPresence(value: unknown): Presence {
  if (!isPlainObject(value)) throw new DraftError('invalid_message', 'Presence is an object.');
  const { client, field, anchor, head, ...rest } = value;
  if (!isClient(client) || !isTextRoot(field) || Object.keys(rest).length > 0)
    throw new DraftError('invalid_message', 'Presence has another client, field or member than it may have.');
  return { client, field, anchor: readPosition(anchor), head: readPosition(head) };
}
