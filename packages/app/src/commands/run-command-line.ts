import { nearest } from '@colophon/base';
import { ColophonError } from '@colophon/core';
import { CommandUsageError, say } from '../definition/command-line.ts';
import type { Command, CommandContext } from '../definition/command.ts';
import type { Config } from '../settings/config.ts';
import { prefixOf, settingNames } from '../settings/environment.ts';
import { readArguments } from './arguments.ts';
import { explainColophonError, explainError } from './explain-error.ts';
import { helpOf, helpOfCommand, usageOf } from './help.ts';

const HELP = ['--help', '-h'];

/** The commands of a program, and what they run in; what is left out is that of this process. */
export interface CommandLine<C extends Config> extends Pick<CommandContext<C>, 'application'> {
  readonly commands: readonly Command<C>[];
  /** The names of settings that the application has in addition to those of every application. */
  readonly ownSettings?: readonly string[];
}

/** Runs one command line and returns its exit code: 0 success, 1 failure, 2 invalid usage; a command may have others. */
export async function runCommandLine<C extends Config>(
  { application, commands, ownSettings = [] }: CommandLine<C>,
  argv: readonly string[],
  context: Partial<CommandContext<C>> = {},
): Promise<number> {
  const { stdout = process.stdout, stderr = process.stderr } = context;
  const loadConfig = (): C => configured(application, stderr);
  const names = [...settingNames(application), ...ownSettings];
  const full: CommandContext<C> = { application, loadConfig, settings: names, ...context, stdout, stderr };
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => argv[index] === word));
  if (!command) return withoutCommand(commands, argv, full);
  const args = argv.slice(command.name.split(' ').length);
  if (args.some((word) => HELP.includes(word))) {
    say(stdout, helpOfCommand(application.program, command));
    return 0;
  }
  try {
    const settings = { names, prefix: prefixOf(application) };
    return await command.run(readArguments(command, args, settings), full);
  } catch (error) {
    return report(error, command, full);
  }
}

/** Loads the configuration. Node reads the time zone from the environment alone, but it may also be in `.env`. */
function configured<C extends Config>(application: CommandContext<C>['application'], stderr: NodeJS.WritableStream): C {
  const config = application.loadConfig(process.env, (line) => say(stderr, line));
  if (config.timeZone !== undefined) process.env['TZ'] = config.timeZone;
  return config;
}

/** Handles arguments that are not a command: help or version, the first word of several commands, or a mistake. */
function withoutCommand<C extends Config>(
  commands: readonly Command<C>[],
  argv: readonly string[],
  { application: { program, version }, stdout, stderr }: CommandContext<C>,
): number {
  const [first, second] = argv;
  if (first === '--version' || first === '-V') {
    say(stdout, version);
    return 0;
  }
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (first === undefined || first === 'help' || HELP.includes(first)) {
    const exact = commands.find(({ name }) => name === argv.slice(1).join(' '));
    const asked = commands.filter(({ name }) => second !== undefined && name.startsWith(`${second} `));
    say(stdout, exact ? helpOfCommand(program, exact) : helpOf(program, asked.length > 0 ? asked : commands));
    return 0;
  }
  if (group.length > 0 && (second === undefined || HELP.includes(second))) {
    say(second === undefined ? stderr : stdout, helpOf(program, group));
    return second === undefined ? 2 : 0;
  }
  const words = argv.filter((word) => !word.startsWith('-'));
  const asked = words.slice(0, 2).join(' ') || first;
  const names = commands.map(({ name }) => name);
  const meant = nearest(asked, names) ?? nearest(first, names);
  say(stderr, `There is no command ${asked}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`);
  say(stderr, helpOf(program, group.length > 0 ? group : commands));
  return 2;
}

function report<C extends Config>(error: unknown, command: Command<C>, { application, stderr }: CommandContext<C>): number {
  if (error instanceof CommandUsageError) {
    say(stderr, `${error.message}\nUsage: ${application.program} ${usageOf(command)}`);
    return 2;
  }
  const lines = error instanceof ColophonError ? explainColophonError(error, hintOf(error, application)) : explained(error);
  if (!lines) throw error;
  for (const line of lines) say(stderr, line);
  if (['debug', 'trace'].includes(process.env['LOG_LEVEL'] ?? '') && error instanceof Error) say(stderr, error.stack ?? '');
  return 1;
}

/** What the framework cannot name: commands of this application. */
function hintOf({ code, hint }: ColophonError, { program }: { readonly program: string }): string | undefined {
  if (code !== 'schema_behind') return hint;
  return `See what would change with: ${program} migrate plan. Make a backup, then apply it with: ${program} migrate apply`;
}

function explained(error: unknown): string[] | undefined {
  const known = explainError(error);
  return known && [known.message, ...(known.hint === undefined ? [] : [known.hint])];
}
