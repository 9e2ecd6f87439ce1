import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openDatabase, UsageError } from '@colophon/core';

/** A database of a test. */
export interface TemporaryDatabase {
  readonly url: string;
  remove(): Promise<void>;
}

/** A file in the folder of a test, which is deleted with the folder. */
export function sqliteIn(folder: string): TemporaryDatabase {
  return { url: `sqlite:${join(folder, 'test.sqlite')}`, remove: () => Promise.resolve() };
}

/** A new database on a server. @throws UsageError without the URL of one */
export async function postgresDatabase(server: string | undefined): Promise<TemporaryDatabase> {
  if (server === undefined || !URL.canParse(server))
    throw new UsageError('TEST_DATABASE_URL must be the postgres:// URL of a server on which the test may create databases.');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const run = async (sql: string): Promise<void> => {
    const database = await openDatabase(server);
    try {
      await database.runAlone(sql);
    } finally {
      await database.close();
    }
  };
  await run(`CREATE DATABASE "${name}"`);
  return { url: url.href, remove: () => run(`DROP DATABASE "${name}" WITH (FORCE)`) };
}
