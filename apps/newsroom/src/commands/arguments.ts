import { parseArgs, type ParseArgsConfig } from 'node:util';
import { CommandUsageError } from './command.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

interface Parsed {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

/** Reads the arguments of a command. @throws CommandUsageError for an unknown flag or a wrong number of words */
export function readArguments(args: readonly string[], options: Options, positionals: { least: number; most: number }): Parsed {
  let parsed: Parsed;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: positionals.most > 0, strict: true }) as Parsed;
  } catch (error) {
    throw new CommandUsageError((error as Error).message);
  }
  const { length } = parsed.positionals;
  if (length < positionals.least) throw new CommandUsageError('Something is missing.');
  if (length > positionals.most) throw new CommandUsageError(`Too many words: ${parsed.positionals[positionals.most]}`);
  return parsed;
}

export function optionalText(value: Parsed['values'][string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
