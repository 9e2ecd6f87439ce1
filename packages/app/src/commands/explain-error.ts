import type { ColophonError } from '@colophon/core';

/** An error message for people, with its remedy. */
export interface Explanation {
  readonly message: string;
  readonly hint?: string | undefined;
}

type SystemError = Error & {
  readonly code?: unknown;
  readonly errcode?: unknown;
  readonly severity?: unknown;
  readonly syscall?: string;
  readonly path?: string;
  readonly port?: number;
  readonly address?: string;
};

/**
 * Explains in one line an error that the user can fix: a port that is in use, a missing database, a file where a folder is expected.
 * Undefined for unexpected errors, which need a stack trace.
 */
export function explainError(error: unknown): Explanation | undefined {
  for (const each of causesOf(error)) {
    const explained = ofPostgres(each) ?? ofSqlite(each) ?? ofListening(each) ?? ofFile(each) ?? ofConnection(each);
    if (explained) return explained;
  }
  return undefined;
}

/** Yields the error, its cause, the cause of that, and so on; of several attempts the first. */
function* causesOf(error: unknown): Generator<SystemError> {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; depth += 1) {
    yield each;
    each = each instanceof AggregateError ? each.errors[0] : each.cause;
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
function ofPostgres({ code, severity, message }: SystemError): Explanation | undefined {
  if (typeof severity !== 'string' || typeof code !== 'string') return undefined;
  const reported = `PostgreSQL says: ${message}.`;
  switch (code) {
    case '3D000':
      return { message: reported, hint: 'Create it with createdb, or set another one in DATABASE_URL.' };
    case '28000':
    case '28P01':
      return { message: reported, hint: 'DATABASE_URL contains the role and the password: postgres://role:password@host/database' };
    case '42501':
      return { message: reported, hint: 'The role in DATABASE_URL must be allowed to create tables in this database.' };
    default:
      return /^(?:08|53|57P)/.test(code)
        ? { message: reported, hint: 'Try again, or check that the server in DATABASE_URL accepts connections.' }
        : undefined;
  }
}

const SQLITE_CONSTRAINT = 19;

function ofSqlite({ code, errcode, message }: SystemError): Explanation | undefined {
  // A constraint violation is about the values and not about the file: the code that wrote them reports it.
  if (code !== 'ERR_SQLITE_ERROR' || (Number(errcode) & 0xff) === SQLITE_CONSTRAINT) return undefined;
  // SQLITE_NOTADB
  if (errcode === 26)
    return { message: 'The file in DATABASE_URL is not an SQLite database.', hint: 'Set another file, or move this one away.' };
  return { message: `The database cannot be used: ${message}.`, hint: 'The file in DATABASE_URL must be writable.' };
}

function ofListening({ syscall, code, port, address }: SystemError): Explanation | undefined {
  if (syscall !== 'listen' && syscall !== 'bind') return undefined;
  const where = `port ${port} of ${address}`;
  switch (code) {
    case 'EADDRINUSE':
      return { message: `Another program is already listening on ${where}.`, hint: 'Stop it, or set PORT to another one.' };
    case 'EACCES':
      return { message: `This user is not allowed to listen on ${where}.`, hint: 'Set PORT to one above 1023.' };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return { message: `This machine has no address ${address}.`, hint: 'Set HOST to one that it has, such as 127.0.0.1 or 0.0.0.0.' };
    default:
      return { message: `Cannot listen on ${where}: ${String(code)}.` };
  }
}

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of it is a file and not a folder',
  EEXIST: 'it is a file and not a folder',
  EISDIR: 'it is a folder and not a file',
  EACCES: 'this user does not have the permission',
  EPERM: 'this user does not have the permission',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EMFILE: 'too many files are open',
};

const FILE_HINTS: Readonly<Record<string, string>> = {
  EACCES: 'Run it as the owner of the folder, or give this user read and write permission.',
  EPERM: 'Run it as the owner of the folder, or give this user read and write permission.',
  EROFS: 'The setting of the data folder (such as NEWSROOM_DATA), DATABASE_URL and FILES_URL set the folders for writing; default: ./data.',
  ENOSPC: 'Free space, or set DATABASE_URL and FILES_URL to folders on another disk.',
  EISDIR: 'Choose another path.',
  EEXIST: 'Choose another path.',
  ENOTDIR: 'Choose another path.',
};

function ofFile({ syscall, code, path }: SystemError): Explanation | undefined {
  // Opening a folder succeeds; the error of reading it names no path.
  if (code === 'EISDIR' && path === undefined)
    return { message: 'A folder was given where a file is expected.', hint: FILE_HINTS['EISDIR'] };
  const fault = typeof code === 'string' ? FILE_FAULTS[code] : undefined;
  if (syscall === undefined || path === undefined || fault === undefined) return undefined;
  return { message: `${path}: ${fault}.`, ...(FILE_HINTS[String(code)] ? { hint: FILE_HINTS[String(code)] } : {}) };
}

function ofConnection(error: SystemError): Explanation | undefined {
  if (error.syscall !== 'connect' && error.syscall !== 'getaddrinfo') return undefined;
  return { message: `${error.message}.`, hint: 'Check that the server is running and that DATABASE_URL is correct.' };
}

/** Returns the lines for an expected error. @param ownHint what to do about it; default: what the error says itself */
export function explainColophonError(error: ColophonError, ownHint = error.hint): string[] {
  const cause = explainError(error.cause);
  // The message names each fault if there are few.
  const untold = error.errors.filter((fault) => !error.message.includes(fault.detail));
  const lines = [error.message, ...untold.map((fault) => `- ${fault.pointer.slice(1)}: ${fault.detail}`)];
  if (cause) lines.push(cause.message);
  const hint = ownHint ?? cause?.hint;
  return hint === undefined ? lines : [...lines, hint];
}
