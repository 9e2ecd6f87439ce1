/**
 * Marks that readers leave out when they type: accents, and the vowel points and cantillation of scripts that are written
 * without them too. The vowel signs of Devanagari, Tamil, Thai and their like are letters of their words and stay, and so
 * do the two marks that tell the Japanese ka from ga.
 */
const OPTIONAL_MARKS =
  /[[\p{M}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Samaritan}\p{Script=Mandaic}]]--[\u3099\u309a]]/gv;

/** Characters that are not seen, such as the soft hyphen and the joiners of Persian and Hindi. */
const INVISIBLE = /\p{Cf}/gu;
const ASCII = /^[\0-\x7f]*$/;

/**
 * The form in which texts are compared when they are searched: compatibility forms become the letters that they stand for
 * (`ﬁ`, `²`, full width), optional marks and invisible characters go, and case is folded, the final sigma and the dotted
 * and dotless I of Turkish included. Both databases compare what this function made, so that both find the same.
 *
 * Built on Unicode normalization form KD and its case conversion (UAX #15, UAX #44). Folding what is folded changes nothing.
 *
 * @example
 * foldText('Straße'), foldText('ΟΔΟΣ'), foldText('ﬁnance'), foldText('TÜRKİYE') // 'strasse', 'οδοσ', 'finance', 'turkiye'
 */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return (
    text
      .normalize('NFKD')
      .replace(OPTIONAL_MARKS, '')
      .replace(INVISIBLE, '')
      // By way of upper case, which makes SS of ß and I of ı; and first to lower case, since the capital ẞ stays as it is.
      .toLowerCase()
      .toUpperCase()
      .toLowerCase()
      // Case conversion can bring forth marks, as of İ, and a final sigma.
      .normalize('NFKD')
      .replace(OPTIONAL_MARKS, '')
      .replaceAll('ς', 'σ')
      .normalize('NFC')
  );
}
