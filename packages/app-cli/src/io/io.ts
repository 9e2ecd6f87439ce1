import type { Transport } from './transport.ts';

/** An output stream, such as `process.stdout` or `process.stderr`. */
export interface OutputStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** An input stream, such as `process.stdin`. */
export interface InputStream extends AsyncIterable<string | Uint8Array> {
  readonly isTTY?: boolean;
  /** Closes it without reading the remaining input. */
  destroy?(): unknown;
}

/** A clock, in milliseconds. */
export interface Clock {
  /** The time since 1970, by the system clock. */
  now(): number;
  /** Monotonic time, unaffected by changes of the system clock. */
  monotonic(): number;
  /** @throws InterruptedError if `signal` aborts first. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** How this program was started. */
export interface ProgramInvocation {
  /** The name of the program as typed, e.g. `newsroom-cli`. */
  readonly name: string;
  /** The absolute path of the interpreter, its options and the absolute path of the script, for starting it from another program. */
  readonly command: readonly string[];
}

/** All I/O of a command except its arguments. Tests provide their own. */
export interface Io {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /**
   * Writes a short text to standard output synchronously. Setting up a stream for a pipe takes too long for a completion; use it
   * only for complete outputs that fit into a pipe buffer.
   */
  readonly writeNow: (text: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeDirectory: string;
  readonly hostName: string;
  readonly program: ProgramInvocation;
  readonly clock: Clock;
  readonly transport: Transport;
  /** A random UUID. */
  readonly randomId: () => string;
  /** Opens an `http:` or `https:` URL; returns false if no program could be started. */
  readonly openBrowser: (url: URL) => Promise<boolean>;
  /** Asks a question on the terminal and returns the typed line. */
  readonly ask: (question: string, signal: AbortSignal) => Promise<string>;
  /** Calls `listener` on Ctrl-C, hang-up and termination, until the returned function is called. */
  readonly onInterrupt: (listener: () => void) => () => void;
  readonly setExitCode: (code: number) => void;
}
