/** The stable codes of the errors of `createOutbound`. */
export type OutboundCode =
  | 'address_refused'
  | 'bad_encoding'
  | 'busy'
  | 'fetch_failed'
  | 'fetch_timeout'
  | 'too_large'
  | 'unsupported_media_type';

/** The rule that an address violated: see docs/outbound.md. */
export type AddressRefusal = 'address' | 'credentials' | 'host' | 'network' | 'port' | 'scheme';

/** The reason why a request failed. */
export type FetchFailure = 'connect' | 'connection' | 'headers' | 'length' | 'redirect' | 'resolve' | 'status' | 'tls';

const STATUS: Readonly<Record<OutboundCode, number>> = {
  address_refused: 422,
  bad_encoding: 502,
  busy: 503,
  fetch_failed: 502,
  fetch_timeout: 504,
  too_large: 413,
  unsupported_media_type: 415,
};

const MARKER = Symbol.for('@colophon/outbound/error');

export interface OutboundErrorDetails {
  readonly hint?: string;
  readonly retryable?: boolean;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/**
 * A request was refused or failed.
 *
 * `status`, `code`, `hint`, `extensions` and `retryable` are named as in the errors of `@colophon/core`, so that an application
 * can return them. Neither message nor any property contains a resolved address; for the same reason there is no
 * `cause`.
 */
export class OutboundError extends Error {
  readonly code: OutboundCode;
  readonly status: number;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(code: OutboundCode, message: string, { hint, retryable = false, extensions = {} }: OutboundErrorDetails = {}) {
    super(message);
    this.name = 'OutboundError';
    this.code = code;
    this.status = STATUS[code];
    this.hint = hint;
    this.retryable = retryable;
    this.extensions = extensions;
    Object.defineProperty(this, MARKER, { value: true });
  }

  /** Whether an error is one of these, from any copy of the package. */
  static isInstance(this: void, error: unknown): error is OutboundError {
    return typeof error === 'object' && error !== null && MARKER in error;
  }
}

export function addressRefused(reason: AddressRefusal, message: string, hint?: string): OutboundError {
  return new OutboundError('address_refused', message, { extensions: { reason }, ...(hint !== undefined && { hint }) });
}

/** @param status of the response, if there was one */
export function fetchFailed(reason: FetchFailure, message: string, status?: number): OutboundError {
  return new OutboundError('fetch_failed', message, {
    extensions: { reason, ...(status !== undefined && { upstreamStatus: status }) },
    retryable: reason === 'status' ? status === 429 || (status ?? 0) >= 500 : reason !== 'redirect' && reason !== 'tls',
  });
}

/** @param limit in bytes */
export function tooLarge(limit: number): OutboundError {
  return new OutboundError('too_large', `The response is larger than ${limit} bytes.`, { extensions: { limit } });
}

export function badEncoding(message: string): OutboundError {
  return new OutboundError('bad_encoding', message);
}

/** @param phase the phase that took too long */
export function fetchTimeout(phase: 'body' | 'connect' | 'headers' | 'resolve' | 'total', milliseconds: number): OutboundError {
  return new OutboundError('fetch_timeout', `The server took longer than ${milliseconds} ms (${phase}).`, {
    extensions: { phase, limit: milliseconds },
    retryable: true,
  });
}
