import type { SearchTerm } from '../storage/dialect.ts';
import { foldedWords, UNSPACED } from '../text/folded-words.ts';

/** A part of a text that a term of a search matches, in UTF-16 units. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  /** The index of the term. */
  readonly term: number;
  /** Whether the words are those that were typed, not another form or a synonym. */
  readonly asTyped: boolean;
}

/** A folded word with the place of what it stands for. */
interface PlacedWord {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

const RUN = /[\p{L}\p{N}\p{M}\p{Cf}]+/gu;
/** One letter of a script without spaces between words, with its marks. */
const LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]\p{M}*/gu;

/** Returns the folded words of a text with their places. Folding changes the length of texts, so that each word is folded singly. */
export function placedWords(text: string): PlacedWord[] {
  const placed: PlacedWord[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (UNSPACED.test(run)) placed.push(...placedLetters(run, index));
    else for (const word of foldedWords(run)) placed.push({ word, from: index, to: index + run.length });
  }
  return placed;
}

/** Pairs of neighbours, as in the index, and the last letter alone. */
function placedLetters(run: string, offset: number): PlacedWord[] {
  const letters = [...run.matchAll(LETTER)];
  return letters.map(({ 0: letter, index }, at) => {
    const next = letters[at + 1];
    const isNeighbour = next !== undefined && next.index === index + letter.length;
    const to = isNeighbour ? next.index + next[0].length : index + letter.length;
    return { word: foldedWords(run.slice(index, to))[0] ?? '', from: offset + index, to: offset + to };
  });
}

/** Returns what the terms of a search match in a text, in the order of the text; excluded terms match nothing. */
export function findMarks(words: readonly PlacedWord[], terms: readonly SearchTerm[]): Mark[] {
  const starts = new Map<string, { term: number; words: readonly string[]; asTyped: boolean }[]>();
  const prefixes: { term: number; words: readonly string[] }[] = [];
  const add = (term: number, phrase: readonly string[], asTyped: boolean): void => {
    const [first = ''] = phrase;
    starts.set(first, [...(starts.get(first) ?? []), { term, words: phrase, asTyped }]);
  };
  for (const [index, { words: phrase, negated, prefix, parts, forms = [] }] of terms.entries()) {
    if (negated) continue;
    if (prefix) prefixes.push({ term: index, words: phrase });
    else if (!parts) add(index, phrase, true);
    for (const form of forms) add(index, form, false);
    for (const part of parts ?? []) {
      add(index, part.words, true);
      for (const form of part.forms ?? []) add(index, form, false);
    }
  }
  const marks: Mark[] = [];
  for (const [at, { word }] of words.entries()) {
    const fitting = starts.get(word)?.filter((start) => start.words.every((each, offset) => words[at + offset]?.word === each)) ?? [];
    // The longest phrase, and what was typed before another form of it.
    const [best] = fitting.toSorted((one, other) => other.words.length - one.words.length || Number(other.asTyped) - Number(one.asTyped));
    if (best) marks.push(markOf(words, at, best.words.length, best.term, best.asTyped));
    else {
      const begun = prefixes.find((each) => begins(words, at, each.words));
      if (begun) marks.push(markOf(words, at, begun.words.length, begun.term, true));
    }
  }
  return marks;
}

function markOf(words: readonly PlacedWord[], at: number, length: number, term: number, asTyped: boolean): Mark {
  return { from: words[at]?.from ?? 0, to: words[at + length - 1]?.to ?? 0, term, asTyped };
}

function begins(words: readonly PlacedWord[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((each, offset) => {
    const word = words[at + offset]?.word;
    return offset === phrase.length - 1 ? word?.startsWith(each) : word === each;
  });
}
