import { ColophonError, ValidationError } from '@colophon/core';
import { WorkerFaultError, WorkerLimitError } from '@colophon/core/workers';

/** The reasons why bytes were not read. */
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

/** The error of a reader inside a worker. Its code is transferred to the main thread; its class is not. */
export class Unreadable extends Error {
  readonly code: ReaderCode;

  constructor(code: ReaderCode, message: string) {
    super(message);
    this.name = 'Unreadable';
    this.code = code;
  }
}

/**
 * Converts the error of a worker that read a mail to a public error. A worker may be terminated because of the mail or because
 * the machine is busy, so the sending server should try again, and no mail is lost.
 */
export function mailError(error: unknown): unknown {
  if (!(error instanceof WorkerLimitError)) return readerError(error, 'The mail');
  const message = 'The mail took too long or too much memory to be read; try again later.';
  return new ColophonError(503, 'reading_ended', message, { retryable: true, headers: { 'Retry-After': '60' }, cause: error });
}

/** Converts the error of a worker to a public error. Internal errors are returned unchanged. */
export function readerError(error: unknown, input: string): unknown {
  if (error instanceof WorkerLimitError) return tooComplex(input, error);
  if (error instanceof Unreadable || (error instanceof WorkerFaultError && error.name === 'Unreadable')) {
    const code = error.code !== undefined && CODES.has(error.code) ? (error.code as ReaderCode) : 'unreadable';
    return new ColophonError(STATUS[code] ?? 422, code, error.message, { cause: error });
  }
  if (error instanceof WorkerFaultError && error.name === 'RangeError') return tooComplex(input, error);
  return error;
}

function tooComplex(input: string, cause: Error): ValidationError {
  return new ValidationError(`${input} takes too long or too much memory to be read.`, { code: 'too_complex', cause });
}
