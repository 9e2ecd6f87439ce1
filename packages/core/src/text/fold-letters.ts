/** Letters that Unicode does not decompose, and what stands for them where a keyboard lacks them: the Latin ones as CLDR's Latin-ASCII. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  ð: 'd',
  ø: 'o',
  þ: 'th',
  đ: 'd',
  ħ: 'h',
  ł: 'l',
  ŋ: 'n',
  œ: 'oe',
  ŧ: 't',
  ƀ: 'b',
  ƙ: 'k',
  ƴ: 'y',
  ɓ: 'b',
  ɗ: 'd',
  ɨ: 'i',
  // Persian, Urdu and Arabic keyboards have different codes for the same letters; the last one is an alef of the Quran.
  ک: 'ك',
  ی: 'ي',
  ٱ: 'ا',
};

const FOLDABLE = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu');

/** The same letters in texts, which also have them as capitals, with accents and in compatibility forms. */
const WRITTEN =
  /[ÆæÐðØøÞþĐđĦħŁłŊŋŒœŦŧƀƁƊƗƘƙƳƴǢǣǼǽǾǿɃɓɗɨ\u1d2d\u1d51\u1d9e\u1da4\u210f\ua7f8\ua7f9\u0671کی\ufb50\ufb51\ufb8e-\ufb91\ufbfc-\ufbff\ufdfc\u{10783}\u{10785}\u{1078c}\u{10795}\u{107a2}]/u;

/**
 * Replaces letters of a folded text that readers type without their stroke or in two letters: `łódź` is found by `lodz`, `smørrebrød` by
 * `smorrebrod`, `cœur` by `coeur`, `ویکی` by `ويكي`.
 */
export function foldLetters(folded: string): string {
  return folded.replace(FOLDABLE, (letter) => LETTERS[letter] ?? letter);
}

/** Whether a text may have letters that `foldLetters` replaces; true for a few texts that have none. */
export function hasFoldedLetters(text: string): boolean {
  return WRITTEN.test(text);
}
