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
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]\p{M}*)|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc])[\p{L}\p{N}\p{M}])+/gu;

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

/**
 * Returns the words of a search, which are adjacent in the words of every text that contains it: as `wordsOf`, but without the last letter
 * alone, since other letters may follow it in the text.
 */
export function searchedWords(text: string): { words: string[]; endsInLetter: boolean } {
  const words: string[] = [];
  let endsInLetter = false;
  const runs = foldText(text).match(RUN) ?? [];
  for (const [index, run] of runs.entries()) endsInLetter = pushWords(run, words, index + 1 < runs.length);
  return { words, endsInLetter };
}

/**
 * @param lastAlone whether the last letter is a word by itself too
 * @returns whether the last word is a single letter of a script without spaces, which other letters may follow
 */
function pushWords(run: string, words: string[], lastAlone: boolean): boolean {
  if (!UNSPACED.test(run)) {
    // Marks alone are not a word.
    if (WORD_CHARACTER.test(run)) words.push(run);
    return false;
  }
  let letters: string[] = [];
  for (const part of run.match(PART) ?? []) {
    if (UNSPACED.test(part)) letters.push(part);
    else {
      pushPairs(letters, words, true);
      letters = [];
      if (WORD_CHARACTER.test(part)) words.push(part);
    }
  }
  pushPairs(letters, words, lastAlone || letters.length === 1);
  return letters.length === 1;
}

function pushPairs(letters: readonly string[], words: string[], lastAlone: boolean): void {
  for (let at = 0; at + 1 < letters.length; at += 1) words.push(`${letters[at]}${letters[at + 1]}`);
  const last = letters.at(-1);
  if (last !== undefined && lastAlone) words.push(last);
}
