import type { Transport } from './transport.ts';

/** A place to write to; `process.stdout` and `process.stderr` are such. */
export interface OutputStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** A place to read from; `process.stdin` is such. */
export interface InputStream extends AsyncIterable<string | Uint8Array> {
  readonly isTTY?: boolean;
  /** Lets go of it, whatever is still to come. */
  destroy?(): unknown;
}

/** Time, in milliseconds. */
export interface Clock {
  /** Since 1970, as the machine believes. */
  now(): number;
  /** Since some moment, never going back, whatever the wall clock does. */
  monotonic(): number;
  /** @throws InterruptedError when `signal` fires first. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** How this program was started. */
export interface ProgramInvocation {
  /** What a person types, e.g. `newsroom-cli`. */
  readonly name: string;
  /** Absolute interpreter, its options and the absolute script: what another program has to start. */
  readonly command: readonly string[];
}

/** All I/O of a command besides its arguments. Tests pass their own. */
export interface Io {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /**
   * Writes a little to standard output at once. A stream for a pipe takes longer to set up than a completion has; use it for what
   * fits into a pipe and is all there is to say.
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
  /** Opens an `http:` or `https:` URL; false when nothing could be started. */
  readonly openBrowser: (url: URL) => Promise<boolean>;
  /** Asks on the terminal and returns the line that was typed. */
  readonly ask: (question: string, signal: AbortSignal) => Promise<string>;
  /** Calls back on Ctrl-C, hang-up and termination until the returned function is called. */
  readonly onInterrupt: (listener: () => void) => () => void;
  readonly setExitCode: (code: number) => void;
}
