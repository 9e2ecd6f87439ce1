import { openDatabase } from '@colophon/core';
import { describe } from 'vitest';
import { SIGNING_KEY } from './signing-key.ts';

/** Returns the settings of a Newsroom with a separate empty database. */
export type DatabaseSettings = () => Promise<NodeJS.ProcessEnv>;

/**
 * Runs one suite against Newsroom with its default database, SQLite, and with the PostgreSQL server that the test run started, whose
 * address is in `COLOPHON_TEST_POSTGRES`.
 *
 * @example
 * describeOnEveryDatabase('articles', (settings) => { beforeAll(async () => startNewsroom(await settings())); … });
 */
export function describeOnEveryDatabase(name: string, suite: (settings: DatabaseSettings) => void): void {
  describe(`${name} on SQLite`, () => suite(async () => ({})));
  const server = process.env['COLOPHON_TEST_POSTGRES'];
  describe.skipIf(server === undefined)(`${name} on PostgreSQL`, () =>
    suite(async () => ({
      DATABASE_URL: await createDatabase(server ?? ''),
      NEWSROOM_SECRET: 'x'.repeat(32),
      NEWSROOM_SIGNING_KEY: SIGNING_KEY,
    })),
  );
}

/** Creates an empty database next to the one in the URL; it disappears with the server, at the end of the run. */
export async function createDatabase(server: string): Promise<string> {
  const name = `newsroom_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const administration = await openDatabase(server);
  await administration.run({ sql: `CREATE DATABASE "${name}"`, parameters: [] });
  await administration.close();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
