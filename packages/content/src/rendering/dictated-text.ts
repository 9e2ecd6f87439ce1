import { bareText } from './bare-text.ts';
import { decodings } from './decodings.ts';
import { hiddenLetters, hiddenTexts } from './hidden-texts.ts';

/** Shorter answers are not verdicts, so dictating them achieves nothing. */
const SHORTEST = 20;
/** A verdict that consists of at most this many pieces of the text, each of a minimum length, was dictated in pieces. */
const MOST_PIECES = 30;
const SHORTEST_PIECE = 10;
/** A longer text that was hidden in another one is noise; decoding it once more takes long. */
const LONGEST_DECODED = 20_000;

/**
 * Returns whether an answer occurs in a text that was part of its input: verbatim or with its properties in another order, encoded, hidden,
 * in a simple cipher, or in pieces to be joined. The time depends on the length of both: run it in `textWorkers`.
 */
export function isDictated(answer: string, text: string): boolean {
  const said = spellingsOf(answer).filter((each) => each.length >= SHORTEST);
  if (said.length === 0) return false;
  const plain = bareText(text);
  if (said.flatMap(ciphersOf).some((each) => isMadeOf(each, plain))) return true;
  const isAmong = (letters: string): boolean => said.some((each) => isMadeOf(each, letters));
  const isIn = (heard: string): boolean => isAmong(bareText(heard));
  if (decodings(text).some(isIn)) return true;
  for (const hidden of hiddenTexts(text)) {
    if (isIn(hidden) || (hidden.length <= LONGEST_DECODED && decodings(hidden).some(isIn))) return true;
  }
  for (const letters of hiddenLetters(text, plain)) if (isAmong(letters)) return true;
  return false;
}

/** A text itself, from last to first, with each letter turned by the same number of letters, and with a for z, b for y and so on. */
function ciphersOf(text: string): string[] {
  const turned = Array.from({ length: 25 }, (_, by) => text.replaceAll(/[a-z]/g, (letter) => letterAt((orderOf(letter) + by + 1) % 26)));
  return [text, Array.from(text).toReversed().join(''), ...turned, text.replaceAll(/[a-z]/g, (letter) => letterAt(25 - orderOf(letter)))];
}

function orderOf(letter: string): number {
  return letter.charCodeAt(0) - 0x61;
}

function letterAt(order: number): string {
  return String.fromCharCode(0x61 + order);
}

/** Returns the answer itself, and as JSON with its properties in every order, if there are few. */
function spellingsOf(answer: string): string[] {
  const spelled = new Set([bareText(answer)]);
  const value = parsed(answer);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = Object.entries(value);
    if (entries.length <= 4) for (const order of ordersOf(entries)) spelled.add(bareText(JSON.stringify(Object.fromEntries(order))));
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

/** Returns whether a text consists of pieces of another; the last piece may be shorter. */
function isMadeOf(text: string, other: string): boolean {
  let at = 0;
  for (let pieces = 0; pieces < MOST_PIECES && at < text.length; pieces += 1) {
    const length = longestPiece(text, at, other);
    if (length < Math.min(SHORTEST_PIECE, text.length - at)) return false;
    at += length;
  }
  return at >= text.length;
}

/** Returns the length of the longest piece of a text, from a position on, that occurs in another. */
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
