import { ExitCode } from './exit-code.ts';

/** Details of a {@link CliError}: a remedy, and lines to print below its message. */
export interface CliErrorDetails {
  /** The remedy, in one sentence. */
  readonly hint?: string | undefined;
  /** Further lines, such as one per invalid field. */
  readonly lines?: readonly string[];
  readonly cause?: unknown;
}

/** An error that is shown in one line, without a stack trace. Its class determines the exit code. */
export class CliError extends Error {
  /** Stable, in lower_snake_case; part of the `--json` output. */
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

/** The command line is invalid. */
export class UsageError extends CliError {
  constructor(message: string, details?: CliErrorDetails) {
    super('usage', ExitCode.usage, message, details);
  }
}

/** The server could not be reached, or the connection broke. */
export class NetworkError extends CliError {
  /** The connection was established and then broken, so that a second attempt may succeed. */
  readonly cut: boolean;

  constructor(message: string, details: CliErrorDetails & { readonly cut?: boolean } = {}) {
    super('network', ExitCode.network, message, details);
    this.cut = details.cut ?? false;
  }
}

/** The caller is not signed in, or a credential must not be sent to the selected server. */
export class AuthError extends CliError {
  constructor(code: string, message: string, details?: CliErrorDetails) {
    super(code, ExitCode.auth, message, details);
  }
}

/** The server sent something that this client rejects. */
export class RefusedError extends CliError {
  constructor(code: string, message: string, details?: CliErrorDetails) {
    super(code, ExitCode.other, message, details);
  }
}

/** A local problem: a file, a permission, a missing package. */
export class LocalError extends CliError {
  constructor(code: string, message: string, details?: CliErrorDetails) {
    super(code, ExitCode.other, message, details);
  }
}

/** The user pressed Ctrl-C, or the process received a termination signal. */
export class InterruptedError extends CliError {
  constructor() {
    super('interrupted', ExitCode.interrupted, 'Interrupted');
  }
}

/** The server responded with an error status. */
export class ApiError extends CliError {
  readonly status: number;
  /** The parsed body, for `--json`; null if it was not JSON. */
  readonly problem: unknown;
  /** The delay before the next attempt, as requested by the server. */
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
