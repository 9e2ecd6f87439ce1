/** The stable codes of what `createOutbound` throws. */
export type OutboundCode =
  | 'address_refused'
  | 'bad_encoding'
  | 'busy'
  | 'fetch_failed'
  | 'fetch_timeout'
  | 'too_large'
  | 'unsupported_media_type';

/** Which rule an address broke: see docs/outbound.md. */
export type AddressRefusal = 'address' | 'credentials' | 'host' | 'network' | 'port' | 'scheme';

/** What became of a request that did not bring an answer. */
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
 * A request was refused or did not bring what was asked for.
 *
 * `status`, `code`, `hint`, `extensions` and `retryable` are named as in the errors of `@colophon/core`, so that an application
 * can answer with them. Neither message nor any property tells the address that a name resolved to; there is no `cause` for that
 * reason.
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

  /** Whether it is one of these, of whichever copy of the package. */
  static isInstance(this: void, error: unknown): error is OutboundError {
    return typeof error === 'object' && error !== null && MARKER in error;
  }
}

export function addressRefused(reason: AddressRefusal, message: string, hint?: string): OutboundError {
  return new OutboundError('address_refused', message, { extensions: { reason }, ...(hint !== undefined && { hint }) });
}

/** @param status of the answer of the other side, where there was one */
export function fetchFailed(reason: FetchFailure, message: string, status?: number): OutboundError {
  return new OutboundError('fetch_failed', message, {
    extensions: { reason, ...(status !== undefined && { upstreamStatus: status }) },
    retryable: reason === 'status' ? status === 429 || (status ?? 0) >= 500 : reason !== 'redirect' && reason !== 'tls',
  });
}

/** @param limit in bytes */
export function tooLarge(limit: number): OutboundError {
  return new OutboundError('too_large', `The answer is larger than ${limit} bytes.`, { extensions: { limit } });
}

export function badEncoding(message: string): OutboundError {
  return new OutboundError('bad_encoding', message);
}

/** @param phase what took too long */
export function fetchTimeout(phase: 'body' | 'connect' | 'headers' | 'resolve' | 'total', milliseconds: number): OutboundError {
  return new OutboundError('fetch_timeout', `The other side took longer than ${milliseconds} ms (${phase}).`, {
    extensions: { phase, limit: milliseconds },
    retryable: true,
  });
}
