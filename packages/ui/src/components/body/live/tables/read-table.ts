import type { Span } from '../structure.ts';

/** How a column is aligned; null as its text is. */
export type Alignment = 'start' | 'center' | 'end' | null;

/** A row of a table, in one line of the text. */
export interface TableRow extends Span {
  /** The places of what its cells say, without the blanks around it. */
  readonly cells: readonly Span[];
  /** The places of its cells between the bars. */
  readonly between: readonly Span[];
  /** Whether a bar stands before its first cell. */
  readonly isLed: boolean;
  /** Whether a bar stands after its last cell. */
  readonly isClosed: boolean;
}

/** A table as it is written. */
export interface TableText {
  readonly head: TableRow;
  /** The line of dashes below the head. */
  readonly rule: TableRow;
  readonly rows: readonly TableRow[];
  /** Of each column of the head, which says how many there are. */
  readonly alignments: readonly Alignment[];
}

const BLANK = /[ \t]/;

/** Reads a table; null if the lines are none. `offset` is where they begin in the text. */
export function readTable(lines: string, offset = 0): TableText | null {
  let from = offset;
  const rows = lines.split('\n').map((line) => {
    const row = readRow(line, from);
    from += line.length + 1;
    return row;
  });
  const [head, rule, ...others] = rows;
  if (head === undefined || rule === undefined) return null;
  const said = (span: Span): string => lines.slice(span.from - offset, span.to - offset);
  const dashes = rule.cells.map(said);
  if (!dashes.every((each) => /^:?-+:?$/.test(each)) || dashes.length !== head.cells.length) return null;
  return { head, rule, rows: others, alignments: dashes.map(alignmentOf) };
}

function alignmentOf(dashes: string): Alignment {
  const [starts, ends] = [dashes.startsWith(':'), dashes.endsWith(':')];
  if (starts && ends) return 'center';
  if (ends) return 'end';
  return starts ? 'start' : null;
}

function readRow(line: string, offset: number): TableRow {
  const begin = line.length - line.trimStart().length;
  const end = line.trimEnd().length;
  const isLed = line[begin] === '|' && begin < end;
  const bars: number[] = [];
  for (let at = isLed ? begin + 1 : begin; at < end; at += 1) {
    if (line[at] === '\\') at += 1;
    else if (line[at] === '|') bars.push(at);
  }
  const isClosed = bars.at(-1) === end - 1 && bars.length > 0;
  const ends = isClosed ? bars : [...bars, end];
  let start = isLed ? begin + 1 : begin;
  const cells: Span[] = [];
  const between: Span[] = [];
  for (const bar of ends) {
    cells.push(trimmed(line, start, bar, offset));
    between.push({ from: offset + start, to: offset + bar });
    start = bar + 1;
  }
  return { from: offset, to: offset + line.length, cells, between, isLed, isClosed };
}

function trimmed(line: string, start: number, end: number, offset: number): Span {
  let [from, to] = [start, end];
  while (from < to && BLANK.test(line[from] ?? '')) from += 1;
  while (to > from && BLANK.test(line[to - 1] ?? '')) to -= 1;
  // In an empty cell, one blank stays before what is written.
  if (from === to) from = to = Math.min(start + 1, end);
  return { from: offset + from, to: offset + to };
}

/** What a cell says, for people: a bar in it needs no escape. */
export function saidInCell(written: string): string {
  return written.replaceAll(/\\([^])/g, (whole, next: string) => (next === '|' ? '|' : whole));
}

/** The same as it is written in a table: in one line, with its bars escaped. */
export function writtenInCell(said: string): string {
  return said
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/\\[^]|\\$|\|/g, (found) => (found === '|' || found === '\\' ? `\\${found}` : found));
}
