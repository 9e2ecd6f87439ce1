/** An option of a command: `--name <value>`. */
export interface CommandOption {
  /** The placeholder of the value in help texts: `slug`. An option without one takes no value. */
  readonly value?: string;
  readonly about: string;
  readonly required?: boolean;
  /** May be given several times. */
  readonly multiple?: boolean;
  /** The allowed values. */
  readonly values?: readonly string[];
}

/** A required positional argument: `<folder>`. */
export interface CommandArgument {
  readonly name: string;
  readonly about: string;
}

/** The parsed and validated command line. */
export interface CommandInput {
  /** The value of an argument. */
  argument(name: string): string;
  /** The value of an option, or undefined. */
  option(name: string): string | undefined;
  /** All values of an option that may be given several times. */
  optionList(name: string): readonly string[];
}

/** The command line is invalid; the message says how. */
export class CommandUsageError extends Error {}

export function say(stream: NodeJS.WritableStream, line: string): void {
  stream.write(`${line}\n`);
}
