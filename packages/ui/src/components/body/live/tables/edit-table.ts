import type { Span } from '../structure.ts';
import { type Alignment, readTable, type TableRow, type TableText, writtenInCell } from './read-table.ts';

/** A change of the text of a table. */
export interface TableChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** What would begin something else than a row, if no bar stood before it. */
const BEGINS_OTHER = /^(?:[-+*#>`~<=_:|[\t]|\d+[.)]|$)/;

/** Writes what a cell says, and changes nothing else: `row` 0 is the head. */
export function setCell(
  table: TableText,
  text: (span: Span) => string,
  place: { row: number; column: number; said: string },
): TableChange[] {
  const row = rowAt(table, place.row);
  if (row === undefined) return [];
  const written = writtenInCell(place.said);
  const cell = row.cells[place.column];
  if (cell === undefined) return written === '' ? [] : [appended(row, place.column - row.cells.length, written)];
  const before = text(cell);
  if (before === written) return [];
  const change = minimal(before, written, cell.from);
  const isBared = place.column === 0 && !row.isLed && BEGINS_OTHER.test(written);
  if (!isBared) return [change];
  return [{ from: cell.from, to: cell.to, insert: `| ${written}${row.cells.length === 1 && !row.isClosed ? ' |' : ''}` }];
}

function rowAt(table: TableText, index: number): TableRow | undefined {
  return index === 0 ? table.head : table.rows[index - 1];
}

/** Cells that a short row lacks, with the last one's text. */
function appended(row: TableRow, between: number, written: string): TableChange {
  const empty = ' |'.repeat(between);
  const insert = row.isClosed ? `${empty} ${written} |` : ` |${empty} ${written} |`;
  return { from: row.to, to: row.to, insert };
}

/** The least that turns one text into another. */
function minimal(before: string, after: string, offset: number): TableChange {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  return { from: offset + start, to: offset + before.length - end, insert: after.slice(start, after.length - end) };
}

/** Changes of rows and columns; row 0 is the head. */
export type TableEdit =
  | RowEdit
  | { readonly do: 'addColumn' | 'removeColumn'; readonly at: number }
  | { readonly do: 'moveColumn'; readonly at: number; readonly by: 1 | -1 }
  | { readonly do: 'align'; readonly at: number; readonly to: Alignment }
  | { readonly do: 'tidy' };

type RowEdit =
  | { readonly do: 'addRow' | 'removeRow'; readonly at: number }
  | { readonly do: 'moveRow'; readonly at: number; readonly by: 1 | -1 };

const DASHES: Readonly<Record<Exclude<Alignment, null>, string>> = { start: ':---', center: ':-:', end: '---:' };

/**
 * The change of the text that an edit of a table is; null where it is not possible, as taking away the head or the only column. What is not
 * edited keeps its blanks; only `tidy` gives columns one width.
 */
export function tableChange(lines: string, offset: number, edit: TableEdit): TableChange | null {
  const table = readTable(lines);
  if (table === null) return null;
  const next = edited(lines, table, edit);
  return next === null || next === lines ? null : minimal(lines, next, offset);
}

function edited(lines: string, table: TableText, edit: TableEdit): string | null {
  const columns = table.alignments.length;
  switch (edit.do) {
    case 'addRow':
    case 'removeRow':
    case 'moveRow':
      return rowsEdited(lines.split('\n'), edit, columns);
    case 'addColumn':
      return edit.at > columns ? null : columnsEdited(lines, table, (cells, added) => cells.toSpliced(edit.at, 0, added));
    case 'removeColumn':
      return columns < 2 ? null : columnsEdited(lines, table, (cells) => cells.toSpliced(edit.at, 1));
    case 'moveColumn': {
      const to = edit.at + edit.by;
      return to < 0 || to >= columns ? null : columnsEdited(lines, table, (cells) => moved(cells, edit.at, to));
    }
    case 'align': {
      const cell = table.rule.cells[edit.at];
      return cell === undefined ? null : lines.slice(0, cell.from) + dashesOf(edit.to) + lines.slice(cell.to);
    }
    case 'tidy':
      return tidied(lines, table);
  }
}

/** Rows are whole lines; the second one is the rule. */
function rowsEdited(all: readonly string[], edit: RowEdit, columns: number): string | null {
  const count = all.length - 1;
  const line = edit.at + 1;
  if (edit.at < 1 || edit.at > count || (edit.do !== 'addRow' && edit.at === count)) return null;
  if (edit.do === 'moveRow') {
    const to = edit.at + edit.by;
    return to < 1 || to >= count ? null : moved(all, line, to + 1).join('\n');
  }
  if (edit.do === 'addRow') return all.toSpliced(line, 0, `|${'  |'.repeat(columns)}`).join('\n');
  return all.toSpliced(line, 1).join('\n');
}

/** Each row with other cells, of which each keeps the blanks around it. */
function columnsEdited(lines: string, table: TableText, change: (cells: readonly string[], added: string) => readonly string[]): string {
  const columns = table.alignments.length;
  const write = (row: TableRow, added: string): string => {
    const cells = Array.from({ length: columns }, (_, index) => {
      const span = row.between[index];
      return span === undefined ? '  ' : lines.slice(span.from, span.to);
    });
    return `|${change(cells, added).join('|')}|`;
  };
  return [write(table.head, '  '), write(table.rule, ' --- '), ...table.rows.map((row) => write(row, '  '))].join('\n');
}

function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  return item === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(to, 0, item);
}

function dashesOf(alignment: Alignment): string {
  return alignment === null ? '---' : DASHES[alignment];
}

function tidied(lines: string, { head, rows, alignments }: TableText): string {
  const cells = [head, ...rows].map((row) =>
    alignments.map((_, column) => {
      const span = row.cells[column];
      return span === undefined ? '' : lines.slice(span.from, span.to);
    }),
  );
  return writeTable(cells, alignments);
}

/** A table of cells as they are written, with columns of one width. */
export function writeTable(rows: readonly (readonly string[])[], alignments: readonly Alignment[]): string {
  const rule = alignments.map(dashesOf);
  const widths = rule.map((dashes, column) => Math.max(dashes.length, ...rows.map((row) => widthOf(row[column] ?? ''))));
  const width = (column: number): number => widths[column] ?? 0;
  const line = (cells: readonly string[]): string => `| ${cells.map((cell, column) => padded(cell, width(column))).join(' | ')} |`;
  const dashes = rule.map((each, column) => each.replace('-', '-'.repeat(Math.max(1, width(column) - each.length + 1))));
  const [head = [], ...others] = rows;
  return [line(head), `| ${dashes.join(' | ')} |`, ...others.map(line)].join('\n');
}

/** In code points, as a line of text in one width is. */
function widthOf(text: string): number {
  return Array.from(text).length;
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}
