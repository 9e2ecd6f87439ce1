import type { Config } from '../settings/config.ts';
import type { Application } from './application.ts';
import type { CommandArgument, CommandInput, CommandOption } from './command-line.ts';

/** The application, configuration and I/O of a command; tests pass their own. */
export interface CommandContext<C extends Config = Config> {
  readonly application: Application<C>;
  readonly loadConfig: () => C;
  /** The names of all settings that the application reads. */
  readonly settings?: readonly string[];
  readonly stdout: NodeJS.WritableStream & { isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

/** A command of an application's program. */
export interface Command<C extends Config = Config> {
  /** The words of the command: `token create`. */
  readonly name: string;
  readonly summary: string;
  readonly arguments?: readonly CommandArgument[];
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** Returns the exit code. */
  run(input: CommandInput, context: CommandContext<C>): Promise<number>;
}
