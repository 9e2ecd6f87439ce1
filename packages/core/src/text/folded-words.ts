import { foldLetters } from './fold-letters.ts';
import { foldText } from './fold-text.ts';

/** A run of letters, digits and their marks; everything else separates words. */
const RUN = /[\p{L}\p{N}\p{M}]+/gu;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
/** A letter of a script without spaces between words. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]/u;

/** One letter, with its marks, of a script without spaces between words; or a run of any other letters. */
const PART =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]\p{M}*)|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc])[\p{L}\p{N}\p{M}])+/gu;

/** Returns the folded words of any text, in order. `wordsOf` finds the same, and in most texts faster. */
export function foldedWords(text: string): string[] {
  const words: string[] = [];
  for (const run of foldWord(text).match(RUN) ?? []) pushWords(run, words, true);
  return words;
}

/** The form in which words are compared in searches. */
export function foldWord(text: string): string {
  return foldLetters(foldText(text));
}

/**
 * Returns the words of a search, which are adjacent in the words of every text that contains it: as `wordsOf`, but without the last letter
 * alone, since other letters may follow it in the text.
 *
 * @param fold `foldText` for the words of an index of the form before, see `SEARCH_FORM`
 */
export function searchedWords(text: string, fold: (text: string) => string = foldWord): { words: string[]; endsInLetter: boolean } {
  const words: string[] = [];
  let endsInLetter = false;
  const runs = fold(text).match(RUN) ?? [];
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
