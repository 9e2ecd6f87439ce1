import type { FieldFault } from '@colophon/contract';
import { ColophonError, MAXIMUM_ERRORS, type ColophonErrorDetails } from './colophon-error.ts';

/** The request cannot be parsed: invalid JSON, an invalid query, a cursor of another list. Answers 400. */
export class MalformedError extends ColophonError {
  constructor(message: string, details: ColophonErrorDetails & { code?: string } = {}) {
    super(400, details.code ?? 'malformed', message, details);
  }
}

/** The request was parsed but does not fit the definition: an unknown or ill-typed property. Answers 422. */
export class ValidationError extends ColophonError {
  constructor(message: string, details: ColophonErrorDetails & { code?: string } = {}) {
    super(422, details.code ?? 'validation', message, details);
  }

  /** Creates one error from the faults found in an input, naming each field, up to a hundred. */
  static of(faults: readonly FieldFault[]): ValidationError {
    const names = [...new Set(faults.map((fault) => fault.pointer.slice(1) || 'input'))];
    const others = names.length > MAXIMUM_ERRORS ? ` and ${names.length - MAXIMUM_ERRORS} more` : '';
    const named = `${names.slice(0, MAXIMUM_ERRORS).join(', ')}${others}`;
    return new ValidationError(`${named}: ${faults[0]?.detail ?? 'not valid'}`, { errors: faults });
  }
}

/** The caller is not signed in, or the credentials are invalid. Answers 401 with a Bearer challenge (RFC 6750 §3). */
export class UnauthenticatedError extends ColophonError {
  constructor(message = 'Sign in to do this.', invalidToken = false) {
    const challenge = invalidToken ? 'Bearer error="invalid_token"' : 'Bearer';
    super(401, invalidToken ? 'invalid_token' : 'unauthenticated', message, { headers: { 'WWW-Authenticate': challenge } });
  }
}

/** The caller is known but not allowed to do this. Answers 403. */
export class ForbiddenError extends ColophonError {
  constructor(message: string, details: ColophonErrorDetails = {}) {
    super(403, 'forbidden', message, details);
  }
}

/** The requested object does not exist, or is not visible to the caller. Answers 404. */
export class NotFoundError extends ColophonError {
  constructor(message: string, details: ColophonErrorDetails = {}) {
    super(404, 'not_found', message, details);
  }
}

/** The resource exists but does not support this method. Answers 405 with `Allow`. */
export class MethodNotAllowedError extends ColophonError {
  constructor(message: string, allow: readonly string[], code = 'method_not_allowed') {
    super(405, code, message, { headers: { Allow: allow.join(', ') } });
  }
}

/** Another record or a state prevents the change: a unique value is taken, a definition is in use. Answers 409. */
export class ConflictError extends ColophonError {
  constructor(message: string, details: ColophonErrorDetails & { code?: string } = {}) {
    super(409, details.code ?? 'conflict', message, details);
  }
}

/** The record is a historical record and can never be changed or deleted. Answers 405 with `append_only`. */
export class AppendOnlyError extends MethodNotAllowedError {
  constructor(what: string, allowed: readonly string[] = ['GET', 'HEAD']) {
    super(`${what} are historical records: they are never changed or deleted.`, allowed, 'append_only');
  }
}

/** The record has changed since the caller read it. Answers 412 with the current `rev`. */
export class PreconditionFailedError extends ColophonError {
  constructor(expected: number, current: number) {
    super(412, 'precondition_failed', `The record is at revision ${current}, not ${expected}.`, {
      extensions: { currentRev: current },
      hint: 'Read it again, apply your change to the current record, and send the new ETag in If-Match.',
    });
  }
}

/** The body exceeds the size limit. Answers 413. */
export class TooLargeError extends ColophonError {
  constructor(limit: number) {
    super(413, 'too_large', `The body is larger than ${limit} bytes.`, { extensions: { limit } });
  }
}

/** The media type of the body is not supported. Answers 415. */
export class UnsupportedMediaTypeError extends ColophonError {
  constructor(message: string) {
    super(415, 'unsupported_media_type', message, { headers: { Accept: 'application/json' } });
  }
}

/** The operation requires `If-Match` and none was sent. Answers 428 (RFC 6585 §3). */
export class PreconditionRequiredError extends ColophonError {
  constructor() {
    super(428, 'precondition_required', 'This operation needs the revision that you read.', {
      hint: 'Send the ETag of the record in If-Match.',
    });
  }
}

/** The database or another required service is not available. Answers 503. */
export class UnavailableError extends ColophonError {
  constructor(message: string, details: ColophonErrorDetails = {}, code = 'unavailable') {
    super(503, code, message, { retryable: true, headers: { 'Retry-After': '1' }, ...details });
  }
}

/** Too many requests are waiting. Answers 503 `busy`. */
export class BusyError extends ColophonError {
  constructor(message: string, details: ColophonErrorDetails = {}) {
    super(503, 'busy', message, { retryable: true, headers: { 'Retry-After': '2' }, ...details });
  }
}

/** Two transactions conflicted and this one was rolled back: nothing was changed, and it can be run again. Answers 503. */
export class TransactionConflictError extends UnavailableError {
  constructor(cause: unknown) {
    super('The change conflicted with a concurrent one; nothing was changed.', { cause });
  }
}

/** The database accepts no writes now, as a standby does. Reads go on. Answers 503 `read_only`. */
export class ReadOnlyError extends UnavailableError {
  constructor(cause: unknown) {
    const message = 'The database accepts no changes now; reading goes on. Try again later.';
    super(message, { headers: { 'Retry-After': '5' }, cause }, 'read_only');
  }
}

/** The code that uses the framework is wrong: a class is not set up, a database is missing. Never the caller's fault. */
export class UsageError extends ColophonError {
  constructor(message: string, details: ColophonErrorDetails = {}) {
    super(500, 'usage', message, details);
  }
}
