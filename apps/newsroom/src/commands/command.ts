import type { Config } from '../config/load-config.ts';

/** Where a command writes and what it runs with; tests give their own. */
export interface CommandContext {
  readonly loadConfig: () => Config;
  readonly stdout: NodeJS.WritableStream & { isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

/** An option of a command: `--name <value>`. */
export interface CommandOption {
  /** What stands for the value in help texts: `slug`. An option without one takes no value. */
  readonly value?: string;
  readonly about: string;
  readonly required?: boolean;
  /** May be given several times. */
  readonly multiple?: boolean;
  /** The only values there are. */
  readonly values?: readonly string[];
}

/** A word that must follow the command: `<folder>`. */
export interface CommandArgument {
  readonly name: string;
  readonly about: string;
}

export interface Command {
  /** The words that call it: `token create`. */
  readonly name: string;
  readonly summary: string;
  readonly arguments?: readonly CommandArgument[];
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** Answers the exit code. */
  run(input: CommandInput, context: CommandContext): Promise<number>;
}

/** What stands on the command line, checked against what the command takes. */
export interface CommandInput {
  /** The value of an argument. */
  argument(name: string): string;
  /** The value of an option, or undefined. */
  option(name: string): string | undefined;
  /** All values of an option that may be given several times. */
  optionList(name: string): readonly string[];
}

/** The words of a command line do not fit; the message says how. */
export class CommandUsageError extends Error {}

export function say(stream: NodeJS.WritableStream, line: string): void {
  stream.write(`${line}\n`);
}
