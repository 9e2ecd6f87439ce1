import type { FieldFault } from '@colophon/contract';

/** The details that an error of Colophon carries in addition to its message. */
export interface ColophonErrorDetails {
  /** The invalid parts of the input, each with a JSON pointer. */
  errors?: readonly FieldFault[];
  /** What the person can do about it. */
  hint?: string;
  /** Further members of the problem document, such as `profileKey`. */
  extensions?: Readonly<Record<string, unknown>>;
  /** Headers of the error response, such as `Allow` or `Retry-After`. */
  headers?: Readonly<Record<string, string>>;
  retryable?: boolean;
  cause?: unknown;
}

/** An input can have as many faults as characters: nobody reads more than these. */
export const MAXIMUM_ERRORS = 100;

/**
 * The base of every error that Colophon throws deliberately.
 *
 * `code` is stable and in lower_snake_case; `status` is the HTTP status of the REST response, from which every other surface derives its
 * own result. The message is safe to show to the caller; anything else belongs in `cause`.
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
    this.errors = details.errors?.slice(0, MAXIMUM_ERRORS) ?? [];
    this.hint = details.hint;
    this.extensions = details.extensions ?? {};
    this.headers = details.headers ?? {};
    this.retryable = details.retryable;
  }
}
