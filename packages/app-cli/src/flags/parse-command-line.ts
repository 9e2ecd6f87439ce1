import { UsageError } from '../errors/errors.ts';
import { unknownFlag } from './builtin-flags.ts';
import { readArrayText, readFlagValue, shownName } from './flag-value.ts';
import { isGlobalFlag } from './global-flags.ts';
import type { CommandInput, ScalarType, SchemaFlag } from './schema-flags.ts';

/** The parsed arguments of a discovered command. */
export interface ParsedCommandLine {
  readonly positionals: readonly string[];
  /** Values by property, with the types of the schema. */
  readonly values: ReadonlyMap<string, unknown>;
}

/** Reads the file of `@file`: as text for a JSON flag, as base64 for a bytes flag. */
export type ReadFile = (path: string, encoding: 'utf8' | 'base64') => Promise<string>;

/**
 * Parses the arguments after `<resource> <command>`, after the global flags were extracted.
 *
 * `--k v`, `--k=v`, `--flag`, `--no-flag` (false, or null where the schema allows null); array flags are repeated, or take JSON.
 * A switch followed by `true` or `false` uses it as its value.
 *
 * @throws UsageError naming the flag that is unknown, lacks its value, is given twice or has an invalid value
 */
export async function parseCommandLine(words: readonly string[], input: CommandInput, readFile: ReadFile): Promise<ParsedCommandLine> {
  const flags = input.kind === 'flags' ? flagsByName(input.flags) : new Map<string, SchemaFlag>();
  const positionals: string[] = [];
  const values = new Map<string, unknown>();
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (word === '--') {
      positionals.push(...words.slice(index + 1));
      break;
    }
    if (!word.startsWith('--')) {
      if (/^-[a-zA-Z]/.test(word)) throw unknownFlag(word, [...flags.keys()]);
      positionals.push(word);
      continue;
    }
    const occurrence = readOccurrence(word, words[index + 1], flags, input);
    if (occurrence.tookNext) index += 1;
    setValue(values, occurrence, occurrence.text === undefined ? undefined : await textOf(occurrence, readFile));
  }
  return { positionals, values };
}

interface Occurrence {
  readonly flag: SchemaFlag;
  /** Undefined for a switch without a value. */
  readonly text: string | undefined;
  readonly negated: boolean;
  readonly tookNext: boolean;
}

function readOccurrence(word: string, next: string | undefined, flags: ReadonlyMap<string, SchemaFlag>, input: CommandInput): Occurrence {
  const equals = word.indexOf('=');
  const name = word.slice(2, equals === -1 ? undefined : equals);
  const inline = equals === -1 ? undefined : word.slice(equals + 1);
  const flag = flags.get(name);
  if (flag === undefined) {
    const negated = name.startsWith('no-') ? flags.get(name.slice(3)) : undefined;
    if (negated !== undefined && inline === undefined && (negated.type === 'boolean' || negated.nullable) && !negated.isArray) {
      return { flag: negated, text: undefined, negated: true, tookNext: false };
    }
    throw explainUnknown(word, flags, input);
  }
  if (inline !== undefined) return { flag, text: inline, negated: false, tookNext: false };
  if (flag.type === 'boolean' && !flag.isArray) {
    const takes = next === 'true' || next === 'false' || (next === 'null' && flag.nullable);
    return { flag, text: takes ? next : undefined, negated: false, tookNext: takes };
  }
  if (next === undefined || next === '--') throw new UsageError(`--${name} needs a value`);
  return { flag, text: next, negated: false, tookNext: true };
}

function explainUnknown(word: string, flags: ReadonlyMap<string, SchemaFlag>, input: CommandInput): UsageError {
  if (input.kind === 'flags') return unknownFlag(word, [...flags.keys()]);
  return new UsageError(`This command has no flags, since ${input.reason}`, {
    hint: `Give its input as one JSON argument, as in '{"key":"value"}', @file.json or - for standard input.`,
  });
}

/** How `@file` is read. Only for JSON and base64, because a plain text may begin with @. */
const FILE_ENCODINGS: Readonly<Record<ScalarType, 'utf8' | 'base64' | undefined>> = {
  string: undefined,
  integer: undefined,
  number: undefined,
  boolean: undefined,
  json: 'utf8',
  bytes: 'base64',
};

async function textOf({ flag, text = '' }: Occurrence, readFile: ReadFile): Promise<string> {
  const encoding = FILE_ENCODINGS[flag.type];
  return encoding === undefined || !text.startsWith('@') ? text : readFile(text.slice(1), encoding);
}

function setValue(values: Map<string, unknown>, { flag, negated }: Occurrence, text: string | undefined): void {
  if (flag.isArray) {
    const before = values.get(flag.property);
    values.set(flag.property, [...(Array.isArray(before) ? before : []), ...readArrayText(flag, text ?? '')]);
    return;
  }
  if (values.has(flag.property)) throw new UsageError(`${shownName(flag)} is given twice`);
  if (text !== undefined) values.set(flag.property, readFlagValue(flag, text));
  else if (negated) values.set(flag.property, flag.type === 'boolean' ? false : null);
  else values.set(flag.property, true);
}

function flagsByName(flags: readonly SchemaFlag[]): ReadonlyMap<string, SchemaFlag> {
  return new Map(flags.flatMap((flag) => flag.names.filter((name) => !isGlobalFlag(name)).map((name) => [name, flag] as const)));
}
