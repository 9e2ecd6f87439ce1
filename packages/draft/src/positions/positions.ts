import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromTypeIndex,
  decodeRelativePosition,
  encodeRelativePosition,
  type RelativePosition,
} from 'yjs';
import { DraftError } from '../errors/draft-error.ts';
import { type DraftDocument, draftText } from '../shape/draft-document.ts';
import { isTextRoot, TEXT_NAMES, type TextRoot } from '../shape/roots.ts';
import { fromBase64, toBase64 } from '../bytes/base64.ts';

/** A place in a text that stays where it is while others write: opaque, valid in one epoch of one draft. Base64. */
export type DraftPosition = string;

/** The letter that a position stays at: the one before it or the one after it. */
export type PositionSide = 'before' | 'after';

/** Where a position is now, in UTF-16 units. */
export interface DraftOffset {
  readonly root: TextRoot;
  readonly offset: number;
}

/** The longest position that is read. */
export const LONGEST_POSITION = 64;

/**
 * Returns the position of an offset. It stays at the letter on one side; if that is deleted, where it was.
 *
 * @throws DraftError `invalid_position` if the text is shorter.
 */
export function positionAt(document: DraftDocument, root: TextRoot, offset: number, side: PositionSide = 'after'): DraftPosition {
  const text = draftText(document, root);
  if (!Number.isInteger(offset) || offset < 0 || offset > text.length)
    throw new DraftError('invalid_position', `The ${root} has no offset ${offset}.`);
  return toBase64(encodeRelativePosition(createRelativePositionFromTypeIndex(text, offset, side === 'after' ? 0 : -1)));
}

/**
 * Returns where a position is now; null if the draft does not know it, because it is of another epoch, or from a change not yet received.
 *
 * @throws DraftError `invalid_position` if it is none.
 */
export function offsetOf(document: DraftDocument, position: DraftPosition): DraftOffset | null {
  const relative = decode(position);
  // Yjs would create a root that is not there.
  if ((relative.tname !== null && !isTextRoot(relative.tname)) || (relative.assoc !== 0 && relative.assoc !== -1)) return null;
  // Without following what the own undo put back: everybody gets the same answer.
  const found = createAbsolutePositionFromRelativePosition(relative, document, false);
  const root = found && TEXT_NAMES.find((name) => draftText(document, name) === found.type);
  return found && root ? { root, offset: found.index } : null;
}

/** Reads a position that somebody sent. @throws DraftError `invalid_position` */
export function readPosition(value: unknown): DraftPosition {
  if (typeof value !== 'string' || value === '' || value.length > LONGEST_POSITION)
    throw new DraftError('invalid_position', 'This is not a position.');
  decode(value);
  return value;
}

/**
 * Returns the position in another epoch's draft, at the same offset; null if it is not known in the first. Both drafts must have the same
 * texts, as they do when an epoch begins.
 */
export function carryPosition(from: DraftDocument, to: DraftDocument, position: DraftPosition): DraftPosition | null {
  const found = offsetOf(from, position);
  if (!found || found.offset > draftText(to, found.root).length) return null;
  return positionAt(to, found.root, found.offset, decode(position).assoc < 0 ? 'before' : 'after');
}

function decode(position: DraftPosition): RelativePosition {
  let relative: RelativePosition;
  try {
    relative = decodeRelativePosition(fromBase64(position));
  } catch (cause) {
    throw new DraftError('invalid_position', 'This is not a position.', { cause });
  }
  // Yjs reads what names neither a letter nor a root, and throws when it is looked up.
  if (relative.item === null && relative.tname === null) throw new DraftError('invalid_position', 'This is not a position.');
  return relative;
}
