import { setImmediate as immediate } from 'node:timers/promises';
import { UsageError } from '../../errors/errors.ts';
import type { PinnedReads } from '../pinned-reads.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { sqliteError } from './sqlite-errors.ts';
import { sqlitePath } from './sqlite-path.ts';

/** Reads one moment of a database file on a connection of its own. @throws UsageError for one in memory, which no other connection can open */
export function pinSqlite(url: string): PinnedReads {
  const path = sqlitePath(url);
  if (path === ':memory:') throw new UsageError('A database in memory cannot be read by a second connection; use a file.');
  const connection = attempt(() => {
    const opened = new SqliteConnection(path, { readOnly: true });
    opened.exec('BEGIN');
    // The moment is that of the first read.
    opened.get({ sql: 'SELECT count(*) FROM sqlite_schema', parameters: [] });
    return opened;
  });
  const inTurn = async <T>(read: () => T): Promise<T> => {
    await immediate();
    return attempt(read);
  };
  return {
    dialect: sqliteDialect,
    all: (statement) => inTurn(() => connection.all(statement)),
    first: (statement) => inTurn(() => connection.get(statement)),
    values: (statement) => inTurn(() => connection.values(statement)),
    close: async () => connection.close(),
  };
}

function attempt<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw sqliteError(error);
  }
}
