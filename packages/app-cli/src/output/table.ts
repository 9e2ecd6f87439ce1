import { sanitizeLine } from '../io/sanitize.ts';
import type { Style } from './style.ts';

/** Identifying columns, which are shown first, in this order. */
const FIRST = ['id', 'slug', 'name', 'title', 'label', 'type', 'status', 'state', 'publish_date', 'updated_at'];
const MAX_CELL = 60;
const MIN_COLUMN = 4;
const GAP = '  ';

type Row = Readonly<Record<string, unknown>>;

/**
 * Formats rows as a table no wider than `width`: only flat columns, identifying ones first, as many as fit. The names of omitted columns
 * are returned.
 */
export function formatTable(
  rows: readonly Row[],
  width: number,
  style: Style,
): { readonly text: string; readonly hidden: readonly string[] } {
  const columns = columnsOf(rows);
  const cells = rows.map((row) => columns.map((column) => cellText(row[column])));
  const widths = columns.map((column, index) => Math.max(displayWidth(column), ...cells.map((row) => displayWidth(row[index] ?? ''))));
  let used = 0;
  let shown = 0;
  for (const columnWidth of widths) {
    const room = width - used - (shown === 0 ? 0 : GAP.length);
    if (shown > 0 && room < Math.min(columnWidth, 12)) break;
    widths[shown] = Math.min(columnWidth, Math.max(room, MIN_COLUMN));
    used += (widths[shown] ?? 0) + (shown === 0 ? 0 : GAP.length);
    shown += 1;
  }
  const line = (texts: readonly string[]): string =>
    texts
      .slice(0, shown)
      .map((text, index) => pad(text, widths[index] ?? 0))
      .join(GAP)
      .trimEnd();
  const lines = [style.bold(line(columns.map((column) => column.toUpperCase()))), ...cells.map(line)];
  return { text: `${lines.join('\n')}\n`, hidden: columns.slice(shown) };
}

/** Formats one object with a name and a value per line. */
export function formatFields(value: Row, style: Style): string {
  const names = Object.keys(value);
  const width = Math.max(0, ...names.map(displayWidth));
  return names
    .map(
      (name) =>
        `${style.bold(pad(sanitizeLine(name, 80), Math.min(width, 80)))}${GAP}${fieldText(value[name], Math.min(width, 80) + GAP.length)}\n`,
    )
    .join('');
}

/** Returns a value as one line of a cell. */
function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return sanitizeLine(value.join(', '), MAX_CELL);
  return sanitizeLine(typeof value === 'string' ? value : JSON.stringify(value), MAX_CELL);
}

function fieldText(value: unknown, indent: number): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return sanitizeParagraphs(value, indent);
  return sanitizeLine(JSON.stringify(value), 2000);
}

function sanitizeParagraphs(text: string, indent: number): string {
  return text
    .split('\n')
    .map((line) => sanitizeLine(line, 4000))
    .join(`\n${' '.repeat(indent)}`);
}

function columnsOf(rows: readonly Row[]): string[] {
  const flat = new Set<string>();
  const nested = new Set<string>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      const isNested =
        typeof value === 'object' && value !== null && !(Array.isArray(value) && value.every((item) => typeof item !== 'object'));
      (isNested ? nested : flat).add(sanitizeLine(name, 80) === name ? name : '');
    }
  }
  const usable = [...flat].filter((name) => name !== '' && !nested.has(name));
  const first = FIRST.filter((name) => usable.includes(name));
  return [...first, ...usable.filter((name) => !FIRST.includes(name))];
}

function pad(text: string, width: number): string {
  const own = displayWidth(text);
  if (own <= width) return text + ' '.repeat(width - own);
  let cut = '';
  for (const character of text) {
    if (displayWidth(cut) + displayWidth(character) > width - 1) break;
    cut += character;
  }
  return `${cut}…${' '.repeat(Math.max(0, width - 1 - displayWidth(cut)))}`;
}

/** Returns the approximate width of a text in terminal columns: wide scripts and emoji take two, combining marks none. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of text) {
    if (/^(?:\p{Mn}|\p{Me}|\p{Cf})$/u.test(character)) continue;
    width +=
      /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]$|^\p{Emoji_Presentation}$/u.test(
        character,
      )
        ? 2
        : 1;
  }
  return width;
}
