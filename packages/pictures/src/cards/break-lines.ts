import type { LoadedSlice } from '../fonts/font-slices.ts';
import { cutGraphemes, graphemesOf } from '../text/clean-text.ts';
import { firstDirection, lastDirection, type Direction } from '../text/direction.ts';
import { measure } from './renderer.ts';

export interface TextBox {
  /** In pixels. */
  readonly width: number;
  readonly lines: number;
  /** Sizes in pixels, in descending order; the first one in which the text fits is used. */
  readonly sizes: readonly number[];
  readonly weight: number;
}

export interface BrokenText {
  readonly lines: readonly string[];
  readonly size: number;
}

/** The distance between two lines, as a multiple of the size. */
export const LINE_HEIGHT = 1.25;
const MARKS = { ltr: '\u200e', rtl: '\u200f' } as const;

/**
 * Breaks a text into lines. The lines are drawn individually, because the renderer misplaces the space at the end of a line
 * whose last word has the opposite direction, and its own line limit does not clip. A text that does not fit in the smallest
 * size is truncated with an ellipsis.
 */
export async function breakLines(text: string, box: TextBox, direction: Direction, slices: readonly LoadedSlice[]): Promise<BrokenText> {
  for (const size of box.sizes) {
    const lines = await linesOf(text, { ...box, size }, direction, slices);
    if (lines.length <= box.lines) return { lines: keepOrder(lines, direction), size };
  }
  const size = box.sizes.at(-1) as number;
  const lines = await cutToFit(text, { ...box, size }, direction, slices);
  return { lines: keepOrder(lines, direction), size };
}

interface SizedBox extends TextBox {
  readonly size: number;
}

/** Returns the longest beginning that fits, by binary search. */
async function cutToFit(text: string, box: SizedBox, direction: Direction, slices: readonly LoadedSlice[]): Promise<string[]> {
  let [fits, tooMany] = [1, [...graphemesOf(text)].length];
  let best = await linesOf(cutGraphemes(text, fits), box, direction, slices);
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    const lines = await linesOf(cutGraphemes(text, middle), box, direction, slices);
    if (lines.length <= box.lines) [fits, best] = [middle, lines];
    else tooMany = middle;
  }
  return best;
}

/**
 * Returns the lines as broken by the renderer. It reports text runs with their positions in visual order; the number of
 * characters in each line determines the part of the text.
 */
async function linesOf(
  text: string,
  { width, size, weight }: SizedBox,
  direction: Direction,
  slices: readonly LoadedSlice[],
): Promise<string[]> {
  const style = {
    display: 'block',
    width,
    fontSize: size,
    fontWeight: weight,
    lineHeight: LINE_HEIGHT,
    direction,
    overflowWrap: 'anywhere',
  } as const;
  const measured = await measure({
    node: { type: 'container', style: { display: 'flex', width }, children: [{ type: 'text', text, style }] },
    width: Math.ceil(width),
    height: Math.ceil(size * LINE_HEIGHT * 40),
    slices,
  });
  const lengths: number[] = [];
  for (const run of measured.children[0]?.runs ?? []) {
    const line = Math.max(0, Math.floor((run.y + run.height / 2) / (size * LINE_HEIGHT)));
    lengths[line] = (lengths[line] ?? 0) + run.text.length;
  }
  let position = 0;
  // The last line gets the remaining text, so that nothing is lost if the renderer counts differently.
  const lines = Array.from(lengths, (length: number | undefined = 0, index) =>
    text.slice(position, index === lengths.length - 1 ? undefined : (position += length)),
  );
  return lines.map((line) => line.trim()).filter((line) => line !== '');
}

/**
 * The bidirectional order is computed for each line, so punctuation at its edges would lose its context: a zero-width
 * directional mark preserves it.
 */
function keepOrder(lines: readonly string[], direction: Direction): string[] {
  const markFor = (neighbour: Direction | undefined): string =>
    neighbour === undefined || neighbour === direction ? '' : MARKS[neighbour];
  return lines.map((line, index) => {
    const before = /^\P{L}/u.test(line) ? markFor(lastDirection(lines[index - 1] ?? '')) : '';
    const after = /\P{L}$/u.test(line) ? markFor(firstDirection(lines[index + 1] ?? '')) : '';
    return before + line + after;
  });
}
