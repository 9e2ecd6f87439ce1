import { foldText } from './fold-text.ts';

/** A run of letters, digits and their marks; everything else separates words. */
const RUN = /[\p{L}\p{N}\p{M}]+/gu;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
const ASCII = /^[\0-\x7f]*$/;
const ASCII_RUN = /[a-z0-9]+/g;
const ONE_SPACE = /[\0-\x20]/;
/** A letter of a script without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u;

/** One letter, with its marks, of a script without spaces between words; or a run of any other letters. */
const PART =
  /(?<letter>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]\p{M}*)|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc])[\p{L}\p{N}\p{M}])+/gu;

/**
 * Returns the folded words of a text, in order, as stored in the index of either database.
 *
 * Chinese, Japanese, Thai, Lao, Khmer and Burmese have no spaces between words. In a run of their letters each pair of neighbours is a
 * word, and also the last letter alone, so that any two or more adjacent letters are found as a phrase, and a single letter as a prefix.
 *
 * @example
 * wordsOf('The Café, 18F') // ['the', 'cafe', '18f']
 * wordsOf('東京都')         // ['東京', '京都', '都']
 */
export function wordsOf(text: string): string[] {
  if (ASCII.test(text)) return asciiWords(text);
  const words: string[] = [];
  for (const part of partsOf(text)) {
    if (ASCII.test(part)) for (const word of asciiWords(part)) words.push(word);
    else for (const run of foldText(part).match(RUN) ?? []) pushWords(run, words, true);
  }
  return words;
}

/** Splits a text at spaces where plain ASCII begins or ends: only the rest has to be folded, and at once. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  let [from, at, wasAscii] = [0, 0, true];
  for (const chunk of text.split(ONE_SPACE)) {
    const isAscii = ASCII.test(chunk);
    if (isAscii !== wasAscii && at > from) {
      parts.push(text.slice(from, at));
      from = at;
    }
    wasAscii = isAscii;
    at += chunk.length + 1;
  }
  parts.push(text.slice(from));
  return parts;
}

/** The words of plain text, as most texts are, at a tenth of the cost. */
function asciiWords(text: string): string[] {
  return text.toLowerCase().match(ASCII_RUN) ?? [];
}

/**
 * Returns the text for SQLite's `ascii` tokenizer, which treats every character beyond ASCII as part of a word and splits ASCII as
 * `wordsOf` does: plain ASCII text is unchanged, which saves work for most texts.
 */
export function textOfWords(text: string): string {
  if (ASCII.test(text)) return text;
  return partsOf(text)
    .map((part) => (ASCII.test(part) ? part : wordsOf(part).join(' ')))
    .join(' ');
}

/** Returns the words of a search: as `wordsOf`, but with a last letter alone only if it is the only one. */
export function searchedWords(text: string): { words: string[]; endsInLetter: boolean } {
  const words: string[] = [];
  let endsInLetter = false;
  for (const [run] of foldText(text).matchAll(RUN)) endsInLetter = pushWords(run, words, false);
  return { words, endsInLetter };
}

/** @returns whether the last word is a single letter of a script without spaces, which other letters may follow */
function pushWords(run: string, words: string[], lastAlone: boolean): boolean {
  if (!UNSPACED.test(run)) {
    // Marks alone are not a word.
    if (WORD_CHARACTER.test(run)) words.push(run);
    return false;
  }
  let letters: string[] = [];
  let single = false;
  const close = (): void => {
    for (let at = 0; at + 1 < letters.length; at += 1) words.push(`${letters[at]}${letters[at + 1]}`);
    const last = letters.at(-1);
    single = letters.length === 1;
    if (last !== undefined && (lastAlone || single)) words.push(last);
    letters = [];
  };
  for (const part of run.matchAll(PART)) {
    if (part.groups?.['letter'] !== undefined) letters.push(part.groups['letter']);
    else {
      close();
      // Marks alone are not a word.
      if (WORD_CHARACTER.test(part[0])) words.push(part[0]);
      single = false;
    }
  }
  if (letters.length > 0) close();
  return single;
}
