/** Characters that show nothing and keep a word from being found: zero-width and bidirectional ones, soft hyphens, variation selectors. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu;

/**
 * A text in the form in which patterns are looked for: in compatibility form (NFKC), so that fullwidth and ornamental letters
 * are plain ones; in lower case; without what is invisible.
 *
 * @example
 * foldForPatterns('Ｆｒｅｅ \u200bMoney'); // 'free money'
 */
export function foldForPatterns(text: string): string {
  return text.replace(INVISIBLE, '').normalize('NFKC').replace(INVISIBLE, '').toUpperCase().toLowerCase();
}
