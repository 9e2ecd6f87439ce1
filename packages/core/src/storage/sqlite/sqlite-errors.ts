import { UnavailableError } from '../../errors/errors.ts';

const BUSY = 5;
const LOCKED = 6;
/** The disk and not the caller: SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL, SQLITE_CANTOPEN. */
const DISK = new Set([8, 10, 13, 14]);

/** The primary result code of an error of SQLite (https://sqlite.org/rescode.html). */
function primaryCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | undefined)?.errcode;
  return typeof code === 'number' ? code & 0xff : undefined;
}

/** Whether another connection holds the lock. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === BUSY || code === LOCKED;
}

/** Says "not now" for a database that is locked or whose disk does not take part; leaves other errors as they are. */
export function sqliteError(error: unknown): unknown {
  if (isBusy(error)) return new UnavailableError('Another process is using the database; nothing was changed.', { cause: error });
  if (DISK.has(primaryCode(error) ?? -1))
    return new UnavailableError('The database cannot write now; nothing was changed.', { cause: error });
  return error;
}
