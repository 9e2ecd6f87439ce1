import type { ColophonError } from '@colophon/core';

/** What went wrong, for people, and what to do about it. */
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
 * Says in one line what whoever runs the command can mend: a port that is taken, a database that is not there, a file where
 * a folder should be. Undefined for what nobody foresaw, which is a fault of ours and deserves its stack.
 */
export function explainError(error: unknown): Explanation | undefined {
  for (const each of causesOf(error)) {
    const known = ofPostgres(each) ?? ofSqlite(each) ?? ofListening(each) ?? ofFile(each) ?? ofConnection(each);
    if (known) return known;
  }
  return undefined;
}

/** The error, then what it was caused by, then what that was; of several attempts the first. */
function* causesOf(error: unknown): Generator<SystemError> {
  for (let each = error, depth = 0; each instanceof Error && depth < 5; depth += 1) {
    yield each;
    each = each instanceof AggregateError ? each.errors[0] : each.cause;
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
function ofPostgres({ code, severity, message }: SystemError): Explanation | undefined {
  if (typeof severity !== 'string' || typeof code !== 'string') return undefined;
  const said = `PostgreSQL says: ${message}.`;
  switch (code) {
    case '3D000':
      return { message: said, hint: 'Make it with createdb, or name another one in DATABASE_URL.' };
    case '28000':
    case '28P01':
      return { message: said, hint: 'The role and the password stand in DATABASE_URL: postgres://role:password@host/database' };
    case '42501':
      return { message: said, hint: 'The role in DATABASE_URL must be allowed to make tables in this database.' };
    default:
      return /^(?:08|53|57P)/.test(code)
        ? { message: said, hint: 'Try again, or see that the server in DATABASE_URL takes connections.' }
        : undefined;
  }
}

const SQLITE_CONSTRAINT = 19;

function ofSqlite({ code, errcode, message }: SystemError): Explanation | undefined {
  // A constraint that does not hold is about the values and not about the file: whoever wrote them says what is wrong.
  if (code !== 'ERR_SQLITE_ERROR' || (Number(errcode) & 0xff) === SQLITE_CONSTRAINT) return undefined;
  // SQLITE_NOTADB
  if (errcode === 26)
    return { message: 'The file in DATABASE_URL is no SQLite database.', hint: 'Name another file, or move this one away.' };
  return { message: `The database cannot be used: ${message}.`, hint: 'DATABASE_URL names its file, which must be writable.' };
}

function ofListening({ syscall, code, port, address }: SystemError): Explanation | undefined {
  if (syscall !== 'listen' && syscall !== 'bind') return undefined;
  const where = `port ${port} of ${address}`;
  switch (code) {
    case 'EADDRINUSE':
      return { message: `Something listens on ${where} already.`, hint: 'Stop it, or set PORT to another one.' };
    case 'EACCES':
      return { message: `This user may not listen on ${where}.`, hint: 'Set PORT to one above 1023.' };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return { message: `This machine has no address ${address}.`, hint: 'Set HOST to one that it has, such as 127.0.0.1 or 0.0.0.0.' };
    default:
      return { message: `Cannot listen on ${where}: ${String(code)}.` };
  }
}

const FILE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'there is nothing there',
  ENOTDIR: 'a part of it is a file and not a folder',
  EEXIST: 'it is a file and not a folder',
  EISDIR: 'it is a folder and not a file',
  EACCES: 'this user may not do that there',
  EPERM: 'this user may not do that there',
  EROFS: 'nothing can be written there',
  ENOSPC: 'the disk is full',
  EMFILE: 'too many files are open',
};

const FILE_HINTS: Readonly<Record<string, string>> = {
  EACCES: 'Run it as the user who owns the folder, or give this one the right to read and write there.',
  EPERM: 'Run it as the user who owns the folder, or give this one the right to read and write there.',
  EROFS: 'DATABASE_URL and FILES_URL name the folders that are written to; ./data unless they are set.',
  ENOSPC: 'Make room, or set DATABASE_URL and FILES_URL to folders on another disk.',
  EISDIR: 'Name another place.',
  EEXIST: 'Name another place.',
  ENOTDIR: 'Name another place.',
};

function ofFile({ syscall, code, path }: SystemError): Explanation | undefined {
  const fault = typeof code === 'string' ? FILE_FAULTS[code] : undefined;
  if (syscall === undefined || path === undefined || fault === undefined) return undefined;
  return { message: `${path}: ${fault}.`, ...(FILE_HINTS[String(code)] ? { hint: FILE_HINTS[String(code)] } : {}) };
}

function ofConnection(error: SystemError): Explanation | undefined {
  if (error.syscall !== 'connect' && error.syscall !== 'getaddrinfo') return undefined;
  return { message: `${error.message}.`, hint: 'Is the server there, and is DATABASE_URL right?' };
}

/** What a command says of an error that it foresees. */
export function explainColophonError(error: ColophonError): string[] {
  const cause = explainError(error.cause);
  // The message names each fault where they are few.
  const untold = error.errors.filter((fault) => !error.message.includes(fault.detail));
  const lines = [error.message, ...untold.map((fault) => `- ${fault.pointer.slice(1)}: ${fault.detail}`)];
  if (cause) lines.push(cause.message);
  const hint = error.hint ?? cause?.hint;
  return hint === undefined ? lines : [...lines, hint];
}
