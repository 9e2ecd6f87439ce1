import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import type { Database } from '../storage/database.ts';
import { openDatabase } from '../storage/open/open-database.ts';
import { TestPorts } from './test-ports.ts';

/** Opens an empty database; it is closed and deleted when the suite ends. */
export type DatabaseOpener = () => Promise<Database>;

/**
 * Runs one suite on each database: a SQLite file, and the PostgreSQL server that the test run started, whose URL is in
 * `COLOPHON_TEST_POSTGRES`.
 *
 * @example
 * describeOnEveryDatabase('notes', (open) => { it('keeps a note', async () => { const database = await open(); await prepare(database); }); });
 */
export function describeOnEveryDatabase(name: string, suite: (open: DatabaseOpener, dialect: 'sqlite' | 'postgres') => void): void {
  describe(`${name} on SQLite`, () => {
    const opened: Database[] = [];
    let directory = '';
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'colophon-sqlite-'));
    });
    afterAll(async () => {
      await Promise.all(opened.map((database) => database.close()));
      await rm(directory, { recursive: true, force: true });
    });
    suite(async () => {
      const database = await openDatabase(`sqlite:${join(directory, `${opened.length}.sqlite`)}`, { ports: new TestPorts() });
      opened.push(database);
      return database;
    }, 'sqlite');
  });
  const server = process.env['COLOPHON_TEST_POSTGRES'];
  describe.skipIf(server === undefined)(`${name} on PostgreSQL`, () => {
    const opened: Database[] = [];
    afterAll(() => Promise.all(opened.map((database) => database.close())).then(() => undefined));
    suite(async () => {
      const database = await openDatabase(await createDatabase(server ?? ''), { ports: new TestPorts() });
      opened.push(database);
      return database;
    }, 'postgres');
  });
}

/** Creates an empty database on the server of the URL. */
async function createDatabase(server: string): Promise<string> {
  const name = `test_${process.pid}_${Math.random().toString(36).slice(2, 10)}`;
  const administration = await openDatabase(server);
  await administration.run({ sql: `CREATE DATABASE "${name}"`, parameters: [] });
  await administration.close();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
