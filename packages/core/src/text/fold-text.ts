import { normalizeText } from './normalize-text.ts';

/**
 * Marks that readers omit when they type: accents, and the vowel points and cantillation of scripts that are also written without them. The
 * vowel signs of Devanagari, Tamil, Thai and similar scripts are letters of their words and are kept, and so are the two marks that
 * distinguish Japanese ka from ga.
 */
const OPTIONAL_MARKS =
  /[[\p{M}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Samaritan}\p{Script=Mandaic}]]--[\u3099\u309a]]/gv;

/** Invisible characters, such as the soft hyphen and the joiners of Persian and Hindi. */
const INVISIBLE = /\p{Cf}/gu;
const ASCII = /^[\0-\x7f]*$/;

/**
 * Returns the form in which texts are compared in searches: compatibility forms become the letters that they stand for (`ﬁ`, `²`, full
 * width), optional marks and invisible characters are removed, and case is folded, including the final sigma and the dotted and dotless I
 * of Turkish. Both databases compare the result of this function, so that both find the same.
 *
 * Based on Unicode normalization form KD and its case conversion (UAX #15, UAX #44). The function is idempotent.
 *
 * @example
 * foldText('Straße'), foldText('ΟΔΟΣ'), foldText('ﬁnance'), foldText('TÜRKİYE') // 'strasse', 'οδοσ', 'finance', 'turkiye'
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return caseFolded(decomposed(text).replace(OPTIONAL_MARKS, '').replace(INVISIBLE, ''))
    .replace(OPTIONAL_MARKS, '')
    .replaceAll('ς', 'σ')
    .normalize('NFC');
}

/** A single character can stand for 18 others; no language has texts that become more than four times as long, as Korean ones nearly do. */
function decomposed(text: string): string {
  return normalizeText(text, 'NFKD').slice(0, 1000 + 4 * text.length);
}

/** Via upper case, which converts ß to SS and ı to I; and first to lower case, since the capital ẞ has no upper case. */
function caseFolded(text: string): string {
  // Case conversion can produce marks, as for İ, and a final sigma; and marks that an invisible character separated are one run now.
  return normalizeText(text.toLowerCase().toUpperCase().toLowerCase(), 'NFKD');
}
