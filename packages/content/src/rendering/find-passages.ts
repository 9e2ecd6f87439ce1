import { findMarks, type Mark, placedWords, type SearchTerm } from '@colophon/core/search';

/** A part of a text that has words of a search. */
export interface Passage {
  readonly text: string;
  /** Ranges of these words, in UTF-16 units. */
  readonly marks: readonly (readonly [number, number])[];
  /** The number of its block in the text, from 0. */
  readonly paragraph: number;
}

/** In characters. */
const LONGEST = 240;
const MAXIMUM_PASSAGES = 2;

/** Returns the best passages for a search in the blocks of a text. */
export function findPassages(blocks: readonly string[], terms: readonly SearchTerm[]): Passage[] {
  const found: { window: Window; paragraph: number; block: string }[] = [];
  for (const [paragraph, block] of blocks.entries()) {
    const words = placedWords(block);
    const window = bestWindow(findMarks(words, terms));
    if (window) found.push({ window: widened(window, words, block), paragraph, block });
  }
  const best = found.toSorted(
    (one, other) => other.window.terms - one.window.terms || one.window.span - other.window.span || one.paragraph - other.paragraph,
  );
  return best
    .slice(0, MAXIMUM_PASSAGES)
    .toSorted((one, other) => one.paragraph - other.paragraph)
    .map(({ window, paragraph, block }) => passageOf(window, paragraph, block));
}

interface Window {
  readonly from: number;
  readonly to: number;
  readonly marks: readonly Mark[];
  /** The number of different terms. */
  readonly terms: number;
  /** The distance of the first mark from the last. */
  readonly span: number;
}

/** Returns the part with the most different terms, and among those the shortest. */
function bestWindow(marks: readonly Mark[]): Window | undefined {
  let best: Window | undefined;
  let end = 0;
  for (const [start, first] of marks.entries()) {
    if (first.to - first.from > LONGEST) continue;
    end = Math.max(end, start);
    while (end + 1 < marks.length && Number(marks[end + 1]?.to) - first.from <= LONGEST) end += 1;
    const inside = marks.slice(start, end + 1);
    const terms = new Set(inside.map(({ term }) => term)).size;
    const to = Math.max(...inside.map((mark) => mark.to));
    const span = to - first.from;
    if (!best || terms > best.terms) best = { from: first.from, to, marks: inside, terms, span };
  }
  return best;
}

/** Adds whole words before and after, up to the length of a passage. */
function widened(window: Window, words: readonly { readonly from: number; readonly to: number }[], block: string): Window {
  if (block.length <= LONGEST) return { ...window, from: 0, to: block.length };
  const spare = LONGEST - (window.to - window.from);
  const earliest = Math.max(0, window.from - Math.floor(spare / 3));
  const from = earliest === 0 ? 0 : (words.find((word) => word.from >= earliest)?.from ?? window.from);
  const latest = Math.min(block.length, from + LONGEST);
  const to = latest === block.length ? latest : (words.findLast((word) => word.to <= latest)?.to ?? window.to);
  return { ...window, from: Math.min(from, window.from), to: Math.max(to, window.to) };
}

function passageOf({ from, to, marks }: Window, paragraph: number, block: string): Passage {
  const before = from > 0 ? '… ' : '';
  const text = `${before}${block.slice(from, to)}${to < block.length ? ' …' : ''}`;
  const shift = before.length - from;
  return {
    text,
    marks: rangesOf(marks.filter((mark) => mark.from >= from && mark.to <= to)).map(([start, end]) => [start + shift, end + shift]),
    paragraph,
  };
}

/** Returns the ranges of marks, those that overlap or touch as one: pairs of letters of a script without spaces do. */
export function rangesOf(marks: readonly Pick<Mark, 'from' | 'to'>[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const { from, to } of marks.toSorted((one, other) => one.from - other.from)) {
    const last = ranges.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else ranges.push([from, to]);
  }
  return ranges;
}
