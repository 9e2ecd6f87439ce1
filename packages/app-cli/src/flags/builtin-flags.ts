import { UsageError } from '../errors/errors.ts';
import { GLOBAL_FLAGS } from './global-flags.ts';
import { didYouMean } from './suggest.ts';

/** The parsed arguments of a built-in command. */
export interface BuiltinArguments {
  readonly positionals: readonly string[];
  readonly switches: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
}

/**
 * Parses the arguments of a built-in command, after the global flags were extracted.
 *
 * @param switches flags without a value, e.g. `no-open`
 * @param values flags with one
 * @throws UsageError for an unknown flag
 */
export function parseBuiltinArguments(
  words: readonly string[],
  switches: readonly string[] = [],
  values: readonly string[] = [],
): BuiltinArguments {
  const positionals: string[] = [];
  const switchesFound = new Set<string>();
  const named = new Map<string, string>();
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--') {
      positionals.push(...words.slice(index + 1));
      break;
    }
    const match = /^--([^=]+)(?:=(.*))?$/s.exec(word);
    const name = match?.[1] ?? '';
    if (match === null && (!word.startsWith('-') || word === '-')) positionals.push(word);
    else if (switches.includes(name) && match?.[2] === undefined) switchesFound.add(name);
    else if (values.includes(name)) {
      const value = match?.[2] ?? words[(index += 1)];
      if (value === undefined) throw new UsageError(`--${name} needs a value`);
      named.set(name, value);
    } else throw unknownFlag(word, [...switches, ...values]);
  }
  return { positionals, switches: switchesFound, values: named };
}

/** @throws UsageError if a built-in command that takes no arguments has one */
export function rejectExtraWords(command: string, positionals: readonly string[]): void {
  if (positionals.length > 0) throw new UsageError(`${command} takes no ${JSON.stringify(positionals[0])}`);
}

/** Returns the error for an unknown flag, with the most similar known one. */
export function unknownFlag(word: string, knownFlags: readonly string[]): UsageError {
  const name = word.replace(/^-+/, '').replace(/=.*$/s, '');
  const hint = inWhere(name, knownFlags) ?? didYouMean(name, [...knownFlags, ...GLOBAL_FLAGS.map((flag) => flag.name)], '--');
  return new UsageError(`There is no flag ${word.startsWith('--') ? `--${name}` : word} here`, {
    hint: hint ?? 'Add --help to see the available flags.',
  });
}

/** Filters inside a field, or through a reference, have no flags. */
function inWhere(name: string, knownFlags: readonly string[]): string | undefined {
  if (!name.includes('.') || !knownFlags.includes('where')) return undefined;
  return `Such a filter is part of --where: --where '{"${name}": …}'`;
}
