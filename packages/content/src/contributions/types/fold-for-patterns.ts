import { normalizeText } from '@colophon/core';

/**
 * Invisible characters that would keep a word from being found: zero-width and bidirectional ones, soft hyphens, variation
 * selectors, and control characters except tabs and line ends.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}|[^\P{Cc}\t\n\f\r]/gu;

/**
 * Normalizes the letters of a text for matching: compatibility form (NFKC), so that fullwidth and ornamental letters become
 * plain ones; context-free lower case; without invisible characters. Line breaks stay.
 */
export function foldLetters(text: string): string {
  const plain = normalizeText(text.replace(INVISIBLE, ''), 'NFKC').replace(INVISIBLE, '');
  // The lower case of a sigma depends on the next letter, and that of a dotted capital I has a second dot.
  return plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');
}

/**
 * Normalizes a text for matching patterns: letters folded, and any white space between words replaced with one blank.
 *
 * @example
 * foldForPatterns('Ｆｒｅｅ\n \u200bMoney'); // 'free money'
 */
export function foldForPatterns(text: string): string {
  return foldLetters(text).replaceAll(/\s+/g, ' ');
}
