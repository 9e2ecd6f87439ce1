import { foldWord, UNSPACED } from './folded-words.ts';

/** Separates words. */
export const SEPARATOR = 1;
/** A letter or digit that folds to itself. */
export const PLAIN = 2;
/** A letter of a script without spaces between words, which folds to itself. */
export const UNSPACED_LETTER = 3;
/** Folds to other characters, or to none: `foldOf`. */
export const FOLDED = 4;
/** What it becomes depends on its neighbours: a mark that is kept, or a letter that is composed with the one before it. */
export const DEPENDENT = 5;

const IDEOGRAPH = /^\p{Unified_Ideograph}$/u;
const NO_CHARACTER = /^[\p{Cn}\p{Co}\p{Cs}]$/u;
/** Marks, and the letters that form one character with others: the parts of Korean syllables, and vowels of Kirat Rai. */
const COMPOSED = /[\p{M}\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\u{16d40}-\u{16d7f}]/u;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/** By code point, 0 until it is asked for. Only the parts of it that are used take memory. */
const kinds = new Uint8Array(0x11_0000);
const folds = new Map<number, string>();

/** What a character, given as its code point, contributes to the folded words of a text. */
export function kindOf(codePoint: number): number {
  return kinds[codePoint] || (kinds[codePoint] = classify(codePoint));
}

/** What a `FOLDED` character folds to, whatever its neighbours: separators, plain characters and unspaced letters. */
export function foldOf(codePoint: number): string {
  return folds.get(codePoint) ?? '';
}

function classify(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  // Two common cases without the cost of folding.
  if (IDEOGRAPH.test(character)) return UNSPACED_LETTER;
  if (NO_CHARACTER.test(character)) return SEPARATOR;
  const folded = foldWord(character);
  if (COMPOSED.test(folded)) return DEPENDENT;
  if (folded !== '' && !WORD_CHARACTER.test(folded)) return SEPARATOR;
  if (folded === character) return UNSPACED.test(character) ? UNSPACED_LETTER : PLAIN;
  if (Array.from(folded).some((each) => kindOf(Number(each.codePointAt(0))) > UNSPACED_LETTER)) return DEPENDENT;
  folds.set(codePoint, folded);
  return FOLDED;
}
