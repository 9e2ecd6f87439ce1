import { ReadOnlyError, UnavailableError } from '../../errors/errors.ts';
import { READ_ONLY_MESSAGE } from '../read-only-message.ts';

const BUSY = 5;
const LOCKED = 6;
/** Failures of the disk and not of the caller: SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN. */
const DISK = new Set([8, 10, 13, 14]);

/** Returns the primary result code of a SQLite error (https://sqlite.org/rescode.html). */
function primaryCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | undefined)?.errcode;
  return typeof code === 'number' ? code & 0xff : undefined;
}

/** Returns whether another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === BUSY || code === LOCKED;
}

/** Converts errors of a locked database or a failing disk to `UnavailableError`; returns other errors unchanged. */
export function sqliteError(error: unknown): unknown {
  if (isBusy(error)) return new UnavailableError('Another process is using the database; nothing was changed.', { cause: error });
  if (DISK.has(primaryCode(error) ?? -1))
    return new UnavailableError('The database is currently not writable; nothing was changed.', { cause: error });
  if ((error as { message?: unknown } | undefined)?.message === READ_ONLY_MESSAGE) return new ReadOnlyError(error);
  return error;
}
