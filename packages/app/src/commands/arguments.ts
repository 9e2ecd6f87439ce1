import { parseArgs } from 'node:util';
import { nearest } from '@colophon/base';
import { type CommandInput, type CommandOption, CommandUsageError } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';

/** The names of an application's settings, and how those begin that are its own. */
export interface SettingNames {
  readonly names: readonly string[];
  readonly prefix: string;
}

/**
 * Parses the arguments after the words of a command.
 *
 * @param settings what people try as options
 * @throws CommandUsageError naming the missing, unknown or invalid argument or option
 */
export function readArguments(
  command: Pick<Command, 'arguments' | 'options'>,
  args: readonly string[],
  settings: SettingNames = { names: [], prefix: '' },
): CommandInput {
  const expected = command.arguments ?? [];
  const options = command.options ?? {};
  const parsed = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value, multiple }]) => [
        name,
        { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: multiple ?? false },
      ]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  });
  const values = new Map<string, string[]>();
  for (const token of parsed.tokens) {
    if (token.kind !== 'option') continue;
    const option = options[token.name];
    if (!option) throw new CommandUsageError(unknownOption(token.rawName, Object.keys(options), settings));
    values.set(token.name, [
      ...(values.get(token.name) ?? []),
      checkValue(token.name, option, isNextOption(token) ? undefined : token.value),
    ]);
  }
  const { positionals } = parsed;
  const missing = expected[positionals.length];
  // Missing arguments are reported in their order on the command line.
  if (missing) throw new CommandUsageError(`The argument <${missing.name}> is missing: ${missing.about}.`);
  for (const [name, option] of Object.entries(options)) checkCount(name, option, values.get(name)?.length ?? 0);
  if (positionals.length > expected.length) throw new CommandUsageError(`Too many arguments: ${positionals[expected.length]}`);
  return {
    argument: (name) => positionals[expected.findIndex((each) => each.name === name)] ?? '',
    option: (name) => values.get(name)?.at(-1),
    optionList: (name) => values.get(name) ?? [],
  };
}

/** `--role --name x` has no value for the role; one that begins with a hyphen is written `--role=-x`. */
function isNextOption({ value, inlineValue }: { value?: string | undefined; inlineValue?: boolean | undefined }): boolean {
  return !inlineValue && value !== undefined && value.startsWith('-') && value.length > 1;
}

function checkValue(name: string, { value, values }: CommandOption, input: string | undefined): string {
  if (value === undefined) {
    if (input === undefined) return 'true';
    throw new CommandUsageError(`--${name} takes no value.`);
  }
  if (input === undefined || input === '') throw new CommandUsageError(`The value of --${name} is missing: --${name} <${value}>.`);
  if (values && !values.includes(input)) throw new CommandUsageError(`--${name} must be one of ${values.join(', ')}.`);
  return input;
}

function checkCount(name: string, { required, multiple, values, about }: CommandOption, count: number): void {
  if (count > 1 && !multiple) throw new CommandUsageError(`--${name} was given twice.`);
  if (count > 0 || !required) return;
  throw new CommandUsageError(`--${name} is missing: ${values ? `one of ${values.join(', ')}` : about}.`);
}

function unknownOption(name: string, knownNames: readonly string[], settings: SettingNames): string {
  const suggestion = nearest(
    name,
    knownNames.map((each) => `--${each}`),
  );
  if (suggestion !== undefined) return `There is no option ${name}. Did you mean ${suggestion}?`;
  const setting = settingOf(name, settings);
  return `There is no option ${name}.${setting === undefined ? '' : ` It is a setting: ${setting}=… before the command.`}`;
}

/** Returns the setting that somebody tried to pass as an option: `PORT` for `--port`. */
function settingOf(option: string, { names, prefix }: SettingNames): string | undefined {
  const name = option.replace(/^-+/, '').replaceAll('-', '_').toUpperCase();
  return names.find((each) => each === name || each === `${prefix}${name}` || each === `${name}_URL`);
}
