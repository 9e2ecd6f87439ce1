import { ExitCode } from './exit-code.ts';

/** More about a {@link CliError}: what to do, and lines that belong below its message. */
export interface CliErrorDetails {
  /** What to do about it, in one sentence. */
  readonly hint?: string | undefined;
  /** Further lines, such as one per faulty field. */
  readonly lines?: readonly string[];
  readonly cause?: unknown;
}

/** An error that is told to the person in one line, without a stack. Its class decides the exit code. */
export class CliError extends Error {
  /** Stable and lower_snake; part of what `--json` prints. */
  readonly code: string;
  readonly exitCode: number;
  readonly hint: string | undefined;
  readonly lines: readonly string[];

  constructor(code: string, exitCode: number, message: string, details: CliErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.code = code;
    this.exitCode = exitCode;
    this.hint = details.hint;
    this.lines = details.lines ?? [];
  }
}

/** The command line is wrong. */
export class UsageError extends CliError {
  constructor(message: string, details?: CliErrorDetails) {
    super('usage', ExitCode.usage, message, details);
  }
}

/** The server could not be reached, or the connection broke. */
export class NetworkError extends CliError {
  /** The connection stood and was cut, so that a second try may well succeed. */
  readonly cut: boolean;

  constructor(message: string, details: CliErrorDetails & { readonly cut?: boolean } = {}) {
    super('network', ExitCode.network, message, details);
    this.cut = details.cut ?? false;
  }
}

/** Nobody is signed in, or a credential must not be used where it would go. */
export class AuthError extends CliError {
  constructor(code: string, message: string, details?: CliErrorDetails) {
    super(code, ExitCode.auth, message, details);
  }
}

/** The server sent something that this client will not act on. */
export class RefusedError extends CliError {
  constructor(code: string, message: string, details?: CliErrorDetails) {
    super(code, ExitCode.other, message, details);
  }
}

/** Something on this machine is in the way: a file, a permission, a missing package. */
export class LocalError extends CliError {
  constructor(code: string, message: string, details?: CliErrorDetails) {
    super(code, ExitCode.other, message, details);
  }
}

/** The person pressed Ctrl-C, or the process was told to stop. */
export class InterruptedError extends CliError {
  constructor() {
    super('interrupted', ExitCode.interrupted, 'Interrupted');
  }
}

/** The server answered with an error status. */
export class ApiError extends CliError {
  readonly status: number;
  /** The parsed body, for programs that ask for `--json`; null when it was not JSON. */
  readonly problem: unknown;
  /** How long the server asks to wait before the next try. */
  readonly retryAfterMilliseconds: number | undefined;

  constructor(
    status: number,
    code: string,
    message: string,
    problem: unknown,
    details: CliErrorDetails & { readonly retryAfterMilliseconds?: number | undefined } = {},
  ) {
    super(code, exitCodeOf(status), message, details);
    this.status = status;
    this.problem = problem;
    this.retryAfterMilliseconds = details.retryAfterMilliseconds;
  }
}

function exitCodeOf(status: number): number {
  if (status === 401 || status === 403) return ExitCode.auth;
  return status >= 500 ? ExitCode.apiServer : ExitCode.apiClient;
}
