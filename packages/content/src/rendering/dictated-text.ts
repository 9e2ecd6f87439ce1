import { decodings } from './decodings.ts';

/** Shorter answers are no verdict, so that nothing is gained by dictating them. */
const SHORTEST = 20;
/** A verdict put together from so many pieces of the text or fewer, each at least so long, was dictated in pieces. */
const MOST_PIECES = 30;
const SHORTEST_PIECE = 10;

/**
 * Whether an answer stands in a text that it was given to: word for word or with its names in another order, encoded, or in
 * pieces that were to be joined. It takes time by the length of both: let `textWorkers` do it.
 */
export function isDictated(answer: string, text: string): boolean {
  const said = spellingsOf(answer).filter((each) => each.length >= SHORTEST);
  if (said.length === 0) return false;
  const heard = decodings(text).map(bare).join('\n');
  return said.some((each) => isMadeOf(each, heard));
}

/** Letters and digits alone, in one form: what a reader of the text would take for the same. */
function bare(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
}

/** The answer as it is, and as JSON with its names in every order, as far as they are few. */
function spellingsOf(answer: string): string[] {
  const spelled = new Set([bare(answer)]);
  const value = parsed(answer);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value);
    if (entries.length <= 4) for (const order of ordersOf(entries)) spelled.add(bare(JSON.stringify(Object.fromEntries(order))));
  }
  return [...spelled];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replaceAll(/^\s*```(?:json)?|```\s*$/g, '')) as unknown;
  } catch {
    return undefined;
  }
}

function ordersOf<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, at) => ordersOf(items.toSpliced(at, 1)).map((rest) => [item, ...rest]));
}

/** Whether a text is made of pieces of another; the last piece may be shorter than the others. */
function isMadeOf(text: string, other: string): boolean {
  let at = 0;
  for (let pieces = 0; pieces < MOST_PIECES && at < text.length; pieces += 1) {
    const length = longestPiece(text, at, other);
    if (length < Math.min(SHORTEST_PIECE, text.length - at)) return false;
    at += length;
  }
  return at >= text.length;
}

/** How much of a text, from a place on, stands in another. */
function longestPiece(text: string, from: number, other: string): number {
  const start = text.slice(from, from + SHORTEST_PIECE);
  let longest = 0;
  for (let at = other.indexOf(start); at >= 0; at = other.indexOf(start, at + 1)) {
    let length = start.length;
    while (from + length < text.length && text[from + length] === other[at + length]) length += 1;
    longest = Math.max(longest, length);
    if (from + longest === text.length) break;
  }
  return longest;
}
