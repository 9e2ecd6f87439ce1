import { loadFileSystem } from '../io/builtin.ts';
import { isPlainObject } from '@colophon/contract';
import { LocalError } from '../errors/errors.ts';
import type { GlobalFlags } from '../flags/global-flags.ts';
import type { Io } from '../io/io.ts';
import { escapeJsonText, sanitizeText } from '../io/sanitize.ts';
import { formatCsv } from './csv.ts';
import { chooseOutput, type OutputFormat } from './format.ts';
import { styleFor } from './style.ts';
import { formatFields, formatTable } from './table.ts';

type Row = Readonly<Record<string, unknown>>;

/** The part of a command's context that writing needs. */
export interface OutputContext {
  readonly io: Pick<Io, 'stdout' | 'env'>;
  readonly flags: GlobalFlags;
  notice(message: string): void;
}

/** The result of a command. */
export interface Result {
  /** The complete value, written as JSON. */
  readonly value: unknown;
  /** The text for a terminal, instead of a table of the value. */
  readonly text?: string | undefined;
  /** A notice on stderr after a table, e.g. the number of further items. */
  readonly note?: string | undefined;
}

/** Writes a result to standard output or to the requested file. Nothing is written for an undefined value. */
export async function writeResult(context: OutputContext, result: Result): Promise<void> {
  const { io, flags } = context;
  if (result.value === undefined && result.text === undefined) return;
  const { format, file } = chooseOutput(flags, io.stdout);
  const text = formatResult(context, result, format, file === undefined);
  if (file !== undefined) await writeWhole(file, text);
  else await writeOut(io.stdout, text);
  if (file !== undefined) context.notice(`Wrote ${file}`);
  else if (format === 'table' && result.note !== undefined) context.notice(result.note);
}

/** Formats JSON for a file or a pipe: indented, with terminal control characters escaped. */
export function formatJson(value: unknown): string {
  return `${escapeJsonText(JSON.stringify(value, null, 2))}\n`;
}

/** Returns the rows of a list: the items of a page, or an array of objects. */
function rowsOf(value: unknown): readonly Row[] | undefined {
  const items: unknown = isPlainObject(value) && Array.isArray(value['items']) ? value['items'] : value;
  return Array.isArray(items) && items.every(isPlainObject) ? items : undefined;
}

function formatResult(context: OutputContext, result: Result, format: OutputFormat, toScreen: boolean): string {
  const { value } = result;
  switch (format) {
    case 'json':
      return formatJson(value);
    case 'ndjson':
      return listOf(value)
        .map((item) => `${escapeJsonText(JSON.stringify(item))}\n`)
        .join('');
    case 'csv':
      return formatCsv(rowsOf(value) ?? (isPlainObject(value) ? [value] : listOf(value).map((item) => ({ value: item }))));
    case 'table':
      return formatForPerson(context, result, toScreen);
  }
}

function formatForPerson(context: OutputContext, { value, text }: Result, toScreen: boolean): string {
  if (text !== undefined) return text === '' || text.endsWith('\n') ? text : `${text}\n`;
  const { io, flags } = context;
  const style = toScreen ? styleFor(io.stdout, io.env, flags) : styleFor(io.stdout, { NO_COLOR: '1' }, { color: false });
  const rows = rowsOf(value);
  if (rows === undefined)
    return isPlainObject(value)
      ? formatFields(value, style)
      : `${sanitizeText(typeof value === 'string' ? value : JSON.stringify(value))}\n`;
  if (rows.length === 0) {
    context.notice('Nothing found');
    return '';
  }
  const table = formatTable(rows, toScreen ? (io.stdout.columns ?? 120) : 10_000, style);
  if (table.hidden.length > 0) context.notice(`Not shown for lack of room: ${table.hidden.join(', ')}; --json shows everything`);
  return table.text;
}

function listOf(value: unknown): readonly unknown[] {
  if (isPlainObject(value) && Array.isArray(value['items'])) return value['items'];
  return Array.isArray(value) ? value : [value];
}

async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    await loadFileSystem().writeFile(temporary, text, { flag: 'wx' });
    await loadFileSystem().rename(temporary, file);
  } catch (cause) {
    await loadFileSystem()
      .rm(temporary, { force: true })
      .catch(() => undefined);
    throw new LocalError('output_unwritable', `${file} cannot be written`, { cause });
  }
}

function writeOut(stream: NodeJS.WritableStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    // Resolves on failure too: a reader that closed the pipe needs no more output.
    stream.write(text, () => resolve());
  });
}
