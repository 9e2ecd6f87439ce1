import type { Config } from '../config/load-config.ts';

/** Where a command writes and what it runs with; tests give their own. */
export interface CommandContext {
  readonly loadConfig: () => Config;
  readonly stdout: NodeJS.WritableStream & { isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

export interface Command {
  /** The words that call it: `token create`. */
  readonly name: string;
  /** What follows the words, for the help text. */
  readonly usage: string;
  readonly summary: string;
  /** Answers the exit code. */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

/** The words of a command line do not fit; the message says how. */
export class CommandUsageError extends Error {}

export function say(stream: NodeJS.WritableStream, line: string): void {
  stream.write(`${line}\n`);
}
