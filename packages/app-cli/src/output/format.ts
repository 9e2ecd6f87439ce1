import { extname } from 'node:path';
import { UsageError } from '../errors/errors.ts';
import type { GlobalFlags } from '../flags/global-flags.ts';
import type { Io } from '../io/io.ts';

export type OutputFormat = 'table' | 'json' | 'ndjson' | 'csv';

/** The format and the target of a result. */
export interface OutputTarget {
  readonly format: OutputFormat;
  /** Standard output if undefined. */
  readonly file: string | undefined;
}

const FORMATS: readonly OutputFormat[] = ['table', 'json', 'ndjson', 'csv'];

/**
 * Determines the format and target of a result: from `--output` and `--json`, else by the file extension, else a table on a
 * terminal and JSON otherwise.
 *
 * @throws UsageError if two formats or two files are given
 */
export function chooseOutput(flags: Pick<GlobalFlags, 'json' | 'output'>, stdout: Pick<Io['stdout'], 'isTTY'>): OutputTarget {
  const formats = new Set<OutputFormat>(flags.json ? ['json'] : []);
  const files: string[] = [];
  for (const value of flags.output) {
    const format = FORMATS.find((known) => known === value);
    if (format !== undefined) formats.add(format);
    else if (value === '') throw new UsageError('--output needs a format or a file');
    else files.push(value);
  }
  if (formats.size > 1) throw new UsageError(`--output can have one format, not ${[...formats].join(' and ')}`);
  if (files.length > 1) throw new UsageError('--output can name one file');
  const [file] = files;
  const [format] = formats;
  return { file, format: format ?? defaultFormat(file, stdout) };
}

function defaultFormat(file: string | undefined, stdout: Pick<Io['stdout'], 'isTTY'>): OutputFormat {
  if (file === undefined) return stdout.isTTY === true ? 'table' : 'json';
  const ending = extname(file).slice(1);
  return FORMATS.find((known) => known === ending) ?? 'json';
}
