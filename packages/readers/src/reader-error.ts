import { ColophonError, ValidationError } from '@colophon/core';
import { WorkerFaultError, WorkerLimitError } from '@colophon/core/workers';

/** Why bytes were not read. */
export type ReaderCode =
  | 'ambiguous_sender'
  | 'encrypted'
  | 'no_sender'
  | 'too_complex'
  | 'too_large'
  | 'unreadable'
  | 'unsupported_media_type';

const STATUS: Readonly<Partial<Record<ReaderCode, number>>> = { ambiguous_sender: 400, too_large: 413, unsupported_media_type: 415 };
const CODES: ReadonlySet<string> = new Set<ReaderCode>([
  'ambiguous_sender',
  'encrypted',
  'no_sender',
  'too_complex',
  'too_large',
  'unreadable',
  'unsupported_media_type',
]);

/** What a reader throws inside of a worker: its code crosses the thread, its class does not. */
export class Unreadable extends Error {
  readonly code: ReaderCode;

  constructor(code: ReaderCode, message: string) {
    super(message);
    this.name = 'Unreadable';
    this.code = code;
  }
}

/**
 * The error of the wire for what came of a worker that read a mail. That it was ended may be for the mail, and may be for what
 * else the machine did: whoever handed it in is to try again, and nothing of it is lost.
 */
export function mailError(error: unknown): unknown {
  if (!(error instanceof WorkerLimitError)) return readerError(error, 'The mail');
  const message = 'The mail took too long or too much memory to be read; it may be read another time.';
  return new ColophonError(503, 'reading_ended', message, { retryable: true, headers: { 'Retry-After': '60' }, cause: error });
}

/** The error of the wire for what came of a worker. A fault of ours stays what it is. */
export function readerError(error: unknown, what: string): unknown {
  if (error instanceof WorkerLimitError) return tooComplex(what, error);
  if (error instanceof Unreadable || (error instanceof WorkerFaultError && error.name === 'Unreadable')) {
    const code = error.code !== undefined && CODES.has(error.code) ? (error.code as ReaderCode) : 'unreadable';
    return new ColophonError(STATUS[code] ?? 422, code, error.message, { cause: error });
  }
  if (error instanceof WorkerFaultError && error.name === 'RangeError') return tooComplex(what, error);
  return error;
}

function tooComplex(what: string, cause: Error): ValidationError {
  return new ValidationError(`${what} takes too long or too much memory to be read.`, { code: 'too_complex', cause });
}
