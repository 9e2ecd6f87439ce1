import { DraftError } from '../errors/draft-error.ts';
import { type DraftDocument, draftText } from '../shape/draft-document.ts';
import type { TextRoot } from '../shape/roots.ts';
import { carryPosition, type DraftPosition, offsetOf, positionAt } from './positions.ts';

/** A passage of a text that stays where it is while others write: what evidence, a comment or a suggestion is about. */
export interface Passage {
  readonly root: TextRoot;
  readonly start: DraftPosition;
  readonly end: DraftPosition;
  /** The text that it was about. */
  readonly quote: string;
}

/** Where a passage is now. */
export interface FoundPassage {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Whether the text is still what was quoted: else evidence is detached. */
  readonly isUnchanged: boolean;
  /** The share of the quote's words that are still there, 0 to 1: a comment is detached below a third. */
  readonly kept: number;
}

/**
 * Returns the passage between two offsets. What is written at its edges is not part of it, what is written inside is.
 *
 * @throws DraftError `invalid_position` if the text has no such passage, or it is empty.
 */
export function passageAt(document: DraftDocument, root: TextRoot, start: number, end: number): Passage {
  if (!(start < end)) throw new DraftError('invalid_position', 'A passage has at least one letter.');
  return {
    root,
    start: positionAt(document, root, start, 'after'),
    end: positionAt(document, root, end, 'before'),
    quote: draftText(document, root).toJSON().slice(start, end),
  };
}

/** Returns where a passage is now; null if its positions are not known, or not in its text. */
export function findPassage(document: DraftDocument, passage: Passage): FoundPassage | null {
  const start = offsetOf(document, passage.start);
  const end = offsetOf(document, passage.end);
  if (start?.root !== passage.root || end?.root !== passage.root) return null;
  const last = Math.max(start.offset, end.offset);
  const text = draftText(document, passage.root).toJSON().slice(start.offset, last);
  return { start: start.offset, end: last, text, isUnchanged: text === passage.quote, kept: keptShare(passage.quote, text) };
}

/** Returns a passage in another epoch's draft, by offset; null if it is not known in the first. */
export function carryPassage(from: DraftDocument, to: DraftDocument, passage: Passage): Passage | null {
  const start = carryPosition(from, to, passage.start);
  const end = carryPosition(from, to, passage.end);
  return start === null || end === null ? null : { ...passage, start, end };
}

function keptShare(quote: string, text: string): number {
  const words = wordsOf(quote);
  if (words.length === 0) return quote === text ? 1 : 0;
  const left = new Map<string, number>();
  for (const word of wordsOf(text)) left.set(word, (left.get(word) ?? 0) + 1);
  let kept = 0;
  for (const word of words) {
    const count = left.get(word) ?? 0;
    if (count > 0) kept += 1;
    left.set(word, count - 1);
  }
  return kept / words.length;
}

/** Words of any script: those that are written without spaces as well. */
function wordsOf(text: string): string[] {
  return [...new Intl.Segmenter('und', { granularity: 'word' }).segment(text)].flatMap(({ segment, isWordLike }) =>
    isWordLike === true ? [segment] : [],
  );
}
