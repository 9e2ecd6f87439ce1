import type { FieldFault } from '@colophon/contract';

/** What every error of Colophon carries besides its message. */
export interface ColophonErrorDetails {
  /** The parts of the input at fault, each with a JSON pointer. */
  errors?: readonly FieldFault[];
  /** What the person can do about it. */
  hint?: string;
  /** Further members of the problem document, such as `profileKey`. */
  extensions?: Readonly<Record<string, unknown>>;
  /** Response headers that belong to the answer, such as `Allow` or `Retry-After`. */
  headers?: Readonly<Record<string, string>>;
  retryable?: boolean;
  cause?: unknown;
}

/**
 * The base of every error that Colophon throws on purpose.
 *
 * `code` is stable and lower_snake; `status` is the HTTP status that REST answers with and that every other surface
 * derives its own verdict from. The message is safe to show to the caller; what is not goes into `cause`.
 */
export class ColophonError extends Error {
  readonly code: string;
  readonly status: number;
  readonly errors: readonly FieldFault[];
  readonly hint: string | undefined;
  readonly extensions: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryable: boolean | undefined;

  constructor(status: number, code: string, message: string, details: ColophonErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.status = status;
    this.code = code;
    this.errors = details.errors ?? [];
    this.hint = details.hint;
    this.extensions = details.extensions ?? {};
    this.headers = details.headers ?? {};
    this.retryable = details.retryable;
  }
}
