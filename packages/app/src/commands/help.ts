import type { CommandOption } from '../definition/command-line.ts';
import type { Command } from '../definition/command.ts';

/** What help says of a command. */
type Described = Omit<Command, 'run'>;

/** Returns the list of commands with one line each. */
export function helpOf(program: string, commands: readonly Described[]): string {
  const lines = commands.map((command) => `  ${program} ${usageOf(command)}\n      ${command.summary}`);
  return `Usage:\n${lines.join('\n')}\n\n${program} <command> --help describes each command, ${program} --version prints the version.`;
}

/** Returns the complete help of a command. */
export function helpOfCommand(program: string, command: Described): string {
  const parts = [`Usage: ${program} ${usageOf(command)}`, command.summary];
  const table = [
    ...(command.arguments ?? []).map(({ name, about }) => [`<${name}>`, about] as const),
    ...Object.entries(command.options ?? {}).map(([name, option]) => [spelled(name, option), detailOf(option)] as const),
  ];
  const width = Math.max(0, ...table.map(([term]) => term.length));
  if (table.length > 0) parts.push(table.map(([term, about]) => `  ${term.padEnd(width)}  ${about}`).join('\n'));
  return parts.join('\n\n');
}

/** Returns the usage of a command: `import <folder> [--tenant <slug>]`. */
export function usageOf({ name, arguments: words = [], options = {} }: Described): string {
  const flags = Object.entries(options).map(([each, option]) =>
    option.required ? spelled(each, option) : `[${spelled(each, option)}]${option.multiple ? '…' : ''}`,
  );
  return [name, ...words.map((word) => `<${word.name}>`), ...flags].join(' ');
}

function spelled(name: string, { value }: CommandOption): string {
  return value === undefined ? `--${name}` : `--${name} <${value}>`;
}

function detailOf({ about, values, required }: CommandOption): string {
  return `${about}${values ? ` (${values.join(', ')})` : ''}${required ? '; needed' : ''}`;
}
