import { TransactionConflictError, UnavailableError } from '../../errors/errors.ts';

/** SQLSTATE classes and codes of a database that is not there, is going away, or has no room. */
const GONE = /^(?:08|53|57P0[123]|58)/;
const SYSTEM_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN']);

/** Says "not now" for a database that cannot be reached or that could not finish among others; leaves other errors as they are. */
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
