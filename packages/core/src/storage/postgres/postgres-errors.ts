import pg from 'pg';
import { ReadOnlyError, TransactionConflictError, UnavailableError } from '../../errors/errors.ts';

/** SQLSTATE classes and codes of a database that is unreachable, is shutting down, has no space, or has ended an idle session. */
const GONE = /^(?:08|53|57P0[1-5]|58|25P03)/;
const SYSTEM_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN']);

/** `read_only_sql_transaction`: a standby, or a primary that was made read-only, for instance because its disk is full. */
const READ_ONLY = '25006';
/** A state that an error leaves the connection in, from which a new one may be better: another server may answer at the address by then. */
const WORN = /^(?:08|53|57P|58|25006|25P03)/;

/**
 * Returns the error if the connection that it happened on must not be used again: anything but an error of a statement that the server
 * answered and went on. A read-only session is closed too, since the primary may be another server now.
 */
export function losesConnection(error: unknown): Error | undefined {
  if (error === undefined) return undefined;
  return error instanceof pg.DatabaseError && error.code !== undefined && !WORN.test(error.code) ? undefined : (error as Error);
}

/** Converts errors of a database that is unreachable or had a conflict to `UnavailableError`; returns other errors unchanged. */
export function postgresError(error: unknown): unknown {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (GONE.test(code) || SYSTEM_CODES.has(code))) {
    return new UnavailableError('The database cannot be reached now.', { cause: error });
  }
  if (code === READ_ONLY) return new ReadOnlyError(error);
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
