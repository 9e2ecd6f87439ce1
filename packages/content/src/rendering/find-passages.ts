import { findMarks, type Mark, placedWords, type SearchTerm } from '@colophon/core/search';
import { writeMarkdown } from './markdown-writer.ts';
import { parseMarkdown } from './parse-markdown.ts';

/** A part of a text that has words of a search. */
export interface Passage {
  readonly text: string;
  /** Ranges of these words, in UTF-16 units. */
  readonly marks: readonly (readonly [number, number])[];
  /** The number of its block in the text, from 0. */
  readonly paragraph: number;
}

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly children?: readonly Node[];
}

/** In characters. */
const LONGEST = 240;
const MAXIMUM_PASSAGES = 2;
const MAXIMUM_BLOCKS = 5000;

const INLINE = new Set([
  'text',
  'emphasis',
  'strong',
  'delete',
  'inlineCode',
  'link',
  'linkReference',
  'image',
  'imageReference',
  'html',
  'break',
]);
/** Elements whose text nobody sees. */
const OPENS_HIDDEN = /^<(script|style|template|noscript|title|iframe|textarea)\b/i;

/** Returns the best passages of a text for a search, as readers see it: without markup, comments and the addresses of links. */
export function findPassages(text: string, format: string, terms: readonly SearchTerm[]): Passage[] {
  const blocks = blocksOf(format === 'html' ? writeMarkdown(text) : text);
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

/** The texts of the blocks of a document, in order. */
function blocksOf(markdown: string): readonly string[] {
  const blocks: string[] = [];
  const waiting: Node[] = [parseMarkdown(markdown) as Node];
  // No recursion: the nesting depth of a text is up to its author.
  for (let next = waiting.pop(); next !== undefined && blocks.length < MAXIMUM_BLOCKS; next = waiting.pop()) {
    const { type, value, children = [] } = next;
    if (type === 'html') continue;
    const isLeaf = children.some((child) => INLINE.has(child.type));
    if (isLeaf || value !== undefined) {
      const text = (isLeaf ? inlineText(children) : String(value)).replaceAll(/\s+/gu, ' ').trim();
      if (text !== '') blocks.push(text);
    } else for (const child of children.toReversed()) waiting.push(child);
  }
  return blocks;
}

function inlineText(nodes: readonly Node[]): string {
  const shown: string[] = [];
  const waiting: Node[] = nodes.toReversed();
  let hiddenBy: string | undefined;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { type, value = '', children = [] } = next;
    if (type === 'html') {
      if (hiddenBy === undefined) hiddenBy = OPENS_HIDDEN.exec(value)?.[1]?.toLowerCase();
      else if (value.toLowerCase().startsWith(`</${hiddenBy}`)) hiddenBy = undefined;
    } else if (hiddenBy === undefined) {
      if (type === 'text' || type === 'inlineCode') shown.push(value);
      else if (type === 'break') shown.push(' ');
      for (const child of children.toReversed()) waiting.push(child);
    }
  }
  return shown.join('');
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
