/**
 * Characters that show nothing and keep a word from being found: zero-width and bidirectional ones, soft hyphens, variation
 * selectors, and control characters but tabs and line ends.
 */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}|[^\P{Cc}\t\n\f\r]/gu;

/**
 * A text with its letters as patterns are looked for: in compatibility form (NFKC), so that fullwidth and ornamental letters are
 * plain ones; in lower case that no neighbour changes; without what is invisible. Its lines stay.
 */
export function foldLetters(text: string): string {
  const plain = text.replace(INVISIBLE, '').normalize('NFKC').replace(INVISIBLE, '');
  // The lower case of a sigma depends on what follows, and that of a dotted capital I has a second dot.
  return plain.toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll('i\u0307', 'i');
}

/**
 * A text in the form in which patterns are looked for: its letters folded, and any blanks and line ends between words one blank.
 *
 * @example
 * foldForPatterns('Ｆｒｅｅ\n \u200bMoney'); // 'free money'
 */
export function foldForPatterns(text: string): string {
  return foldLetters(text).replaceAll(/\s+/g, ' ');
}
