import type { FieldFault } from '@colophon/contract';
import { ColophonError, type ColophonErrorDetails } from './colophon-error.ts';

/** The request cannot be read: unparseable JSON, a faulty query, a cursor of another list. Answers 400. */
export class MalformedError extends ColophonError {
  constructor(message: string, details: ColophonErrorDetails & { code?: string } = {}) {
    super(400, details.code ?? 'malformed', message, details);
  }
}

/** The request was read and does not fit the definition: an unknown or ill-typed property. Answers 422. */
export class ValidationError extends ColophonError {
  constructor(message: string, details: ColophonErrorDetails & { code?: string } = {}) {
    super(422, details.code ?? 'validation', message, details);
  }

  /** Makes one error out of the faults found in an input, naming every field. */
  static of(faults: readonly FieldFault[]): ValidationError {
    const names = faults.map((fault) => fault.pointer.slice(1) || 'input');
    return new ValidationError(`${[...new Set(names)].join(', ')}: ${faults[0]?.detail ?? 'not valid'}`, { errors: faults });
  }
}

/** Nobody is signed in, or the credentials are not valid. Answers 401 with a Bearer challenge (RFC 6750 §3). */
export class UnauthenticatedError extends ColophonError {
  constructor(message = 'Sign in to do this.', invalidToken = false) {
    const challenge = invalidToken ? 'Bearer error="invalid_token"' : 'Bearer';
    super(401, invalidToken ? 'invalid_token' : 'unauthenticated', message, { headers: { 'WWW-Authenticate': challenge } });
  }
}

/** The caller is known and may not do this. Answers 403. */
export class ForbiddenError extends ColophonError {
  constructor(message: string, details: ColophonErrorDetails = {}) {
    super(403, 'forbidden', message, details);
  }
}

/** There is no such thing, or none that this caller may know of. Answers 404. */
export class NotFoundError extends ColophonError {
  constructor(message: string, details: ColophonErrorDetails = {}) {
    super(404, 'not_found', message, details);
  }
}

/** The thing exists and does not take this method. Answers 405 with `Allow`. */
export class MethodNotAllowedError extends ColophonError {
  constructor(message: string, allow: readonly string[], code = 'method_not_allowed') {
    super(405, code, message, { headers: { Allow: allow.join(', ') } });
  }
}

/** Another record or state stands in the way: a unique value taken, a definition in use. Answers 409. */
export class ConflictError extends ColophonError {
  constructor(message: string, details: ColophonErrorDetails & { code?: string } = {}) {
    super(409, details.code ?? 'conflict', message, details);
  }
}

/** The record says what happened, and is never changed or removed by anyone. Answers 405 with `append_only`. */
export class AppendOnlyError extends MethodNotAllowedError {
  constructor(what: string, allowed: readonly string[] = ['GET', 'HEAD']) {
    super(`${what} are records of what happened: they are never changed or removed.`, allowed, 'append_only');
  }
}

/** The record has moved on since the caller read it. Answers 412 with the current `rev`. */
export class PreconditionFailedError extends ColophonError {
  constructor(expected: number, current: number) {
    super(412, 'precondition_failed', `The record is at revision ${current}, not ${expected}.`, {
      extensions: { currentRev: current },
      hint: 'Read it again, apply your change to what it is now, and send the new ETag in If-Match.',
    });
  }
}

/** The body is larger than is taken. Answers 413. */
export class TooLargeError extends ColophonError {
  constructor(limit: number) {
    super(413, 'too_large', `The body is larger than ${limit} bytes.`, { extensions: { limit } });
  }
}

/** The body is not of a type that is taken. Answers 415. */
export class UnsupportedMediaTypeError extends ColophonError {
  constructor(message: string) {
    super(415, 'unsupported_media_type', message, { headers: { Accept: 'application/json' } });
  }
}

/** The operation wants `If-Match` and none was sent. Answers 428 (RFC 6585 §3). */
export class PreconditionRequiredError extends ColophonError {
  constructor() {
    super(428, 'precondition_required', 'This operation needs the revision that you read.', {
      hint: 'Send the ETag of the record in If-Match.',
    });
  }
}

/** The database or another part that is needed does not answer now. Answers 503. */
export class UnavailableError extends ColophonError {
  constructor(message: string, details: ColophonErrorDetails = {}) {
    super(503, 'unavailable', message, { retryable: true, headers: { 'Retry-After': '1' }, ...details });
  }
}

/** More is asked for than can be worked on at once. Answers 503 `busy`. */
export class BusyError extends ColophonError {
  constructor(message: string, details: ColophonErrorDetails = {}) {
    super(503, 'busy', message, { retryable: true, headers: { 'Retry-After': '2' }, ...details });
  }
}

/** Two transactions stood in each other's way and this one gave way: nothing was changed, and it may be run again. Answers 503. */
export class TransactionConflictError extends UnavailableError {
  constructor(cause: unknown) {
    super('The change met another one at the same time; nothing was changed.', { cause });
  }
}

/** The code that uses the framework is wrong: a class not set up, a database not given. Never the caller's fault. */
export class UsageError extends ColophonError {
  constructor(message: string, details: ColophonErrorDetails = {}) {
    super(500, 'usage', message, details);
  }
}
