import type { CommandContext } from '../context/command-context.ts';

/** A built-in command: what it does, and all that help and completion say of it. */
export interface Builtin {
  readonly description: string;
  /** Each form of the command line, and its meaning. */
  readonly usage: readonly (readonly [line: string, meaning: string])[];
  /** What can follow the name; undefined completes nothing but flags. */
  readonly words?: readonly string[];
  /** Loads its own code, so that a command only pays for itself. */
  readonly run: (context: CommandContext, words: readonly string[]) => Promise<void>;
}

/** The built-in commands by name, in the order of the help. */
export type Builtins = Readonly<Record<string, Builtin>>;
