import { TransactionConflictError, UnavailableError } from '../../errors/errors.ts';

/** SQLSTATE classes and codes of a database that is unreachable, is shutting down, or has no space. */
const GONE = /^(?:08|53|57P0[123]|58)/;
const SYSTEM_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN']);

/** Converts errors of a database that is unreachable or had a conflict to `UnavailableError`; returns other errors unchanged. */
export function postgresError(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (GONE.test(code) || SYSTEM_CODES.has(code))) {
    return new UnavailableError('The database cannot be reached now.', { cause: error });
  }
  // serialization_failure and deadlock_detected
  if (code === '40001' || code === '40P01') return new TransactionConflictError(error);
  if (code === '57014') return new UnavailableError('The database took too long.', { cause: error });
  if (
    typeof message === 'string' &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/i.test(message)
  ) {
    return new UnavailableError('The database cannot be reached now.', { cause: error });
  }
  return error;
}
