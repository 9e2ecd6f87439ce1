import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ColophonError } from '../../errors/colophon-error.ts';
import { type RunningPostgres, startPostgres } from '../../testing/postgres.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import type { Database } from '../database.ts';
import { openDatabase } from '../open/open-database.ts';

/** Longer than a look at silent connections, and than two. */
const UNTIL_LOOKED_MS = 4_000;

const run = (sql: string) => ({ sql, parameters: [] });
const codeOf = (error: unknown): unknown => (error instanceof ColophonError ? error.code : error);
/** Its value, or the code of the error that it ended with. */
const outcome = <T>(work: Promise<T>): Promise<unknown> => work.catch(codeOf);

describe.skipIf(process.env['COLOPHON_TEST_POSTGRES'] === undefined)('PostgreSQL behind a network that falls silent', () => {
  let server: RunningPostgres;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(() => server.stop());

  /** Runs a test with a database behind a proxy, and one that reaches the server directly. */
  async function behindProxy(test: (database: Database, proxy: TcpProxy, direct: Database) => Promise<void>): Promise<void> {
    const url = new URL(await server.createDatabase());
    const direct = await openDatabase(url.href);
    const proxy = await startTcpProxy(Number(url.port));
    url.port = String(proxy.port);
    const database = await openDatabase(url.href);
    try {
      await test(database, proxy, direct);
    } finally {
      await proxy.close();
      await Promise.all([database.close(), direct.close()]);
    }
  }

  it('answers again after the connections of before were forgotten; what was sent on them has failed as unavailable', async () => {
    await behindProxy(async (database, proxy, direct) => {
      await direct.run(run('CREATE TABLE accounts (id integer PRIMARY KEY, amount integer)'));
      await direct.run(run('INSERT INTO accounts VALUES (1, 10)'));
      let isStalled = (): void => undefined;
      const stalled = new Promise<void>((done) => {
        isStalled = done;
      });
      // A transaction that holds a lock, and more reads than there are connections.
      const holding = outcome(
        database.transaction(async () => {
          await database.run(run('UPDATE accounts SET amount = 11 WHERE id = 1'));
          proxy.stall();
          isStalled();
          await database.run(run('UPDATE accounts SET amount = 12 WHERE id = 1'));
        }),
      );
      await stalled;
      const waiting = Array.from({ length: 30 }, () => outcome(database.first(run('SELECT 1 AS one'))));
      await delay(UNTIL_LOOKED_MS);
      proxy.pass('forget');
      // A statement may still meet a connection that is not known to be dead; nothing but being unavailable is allowed.
      await expect.poll(() => outcome(database.first(run('SELECT 1 AS one'))), { timeout: 20_000 }).toEqual({ one: 1 });
      expect(await holding).toBe('unavailable');
      // Those that still waited for a connection have got one.
      for (const each of await Promise.all(waiting)) expect(['unavailable', { one: 1 }]).toContainEqual(each);
      // Its lock does not outlive it, and it changed nothing.
      await database.run(run('UPDATE accounts SET amount = amount + 1 WHERE id = 1'));
      expect(await direct.first(run('SELECT amount FROM accounts'))).toEqual({ amount: 11 });
      expect(database.stuckMs).toBe(0);
    });
  }, 60_000);

  it('goes on with the same connections if the network delivers what it kept', async () => {
    await behindProxy(async (database, proxy) => {
      const before = await database.first(run('SELECT pg_backend_pid() AS pid'));
      proxy.stall();
      const waiting = database.first(run('SELECT pg_backend_pid() AS pid'));
      await delay(UNTIL_LOOKED_MS);
      proxy.pass();
      expect(await waiting).toEqual(before);
    });
  }, 60_000);

  it('waits for a statement that the server is working on, however long it takes', async () => {
    await behindProxy(async (database) => {
      expect(await database.first(run(`SELECT pg_sleep(${UNTIL_LOOKED_MS / 1000})::text AS slept`))).toEqual({ slept: '' });
      // Nothing is sent in it, and nobody misses an answer.
      const value = await database.transaction(async () => {
        await database.first(run('SELECT 1 AS one'));
        await delay(UNTIL_LOOKED_MS);
        return database.first(run('SELECT 2 AS two'));
      });
      expect(value).toEqual({ two: 2 });
    });
  }, 60_000);

  it('ends a statement that takes longer than any may, except those of exclusive work', async () => {
    const url = await server.createDatabase();
    const [database, other] = await Promise.all([openDatabase(url), openDatabase(url)]);
    const observer = new pg.Client({ connectionString: url });
    await observer.connect();
    const looked = async (): Promise<unknown> => {
      const { rows } = await observer.query(
        `SELECT max(query_start)::text AS at FROM pg_stat_activity WHERE query LIKE 'SELECT pid, state, wait%'`,
      );
      return (rows[0] as { at: unknown }).at;
    };
    let release = (): void => undefined;
    const held = new Promise<void>((done) => {
      release = done;
    });
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
    try {
      const holding = other.exclusively('work', () => held);
      await expect.poll(() => observer.query('SELECT 1 FROM pg_locks WHERE locktype = $1', ['advisory'])).toMatchObject({ rowCount: 1 });
      const exclusive = outcome(database.exclusively('work', async () => 'done'));
      const common = outcome(database.transaction(() => database.lock('work')));
      // Time goes on by less than a look may be late, from one look to the next; the first one only notes what has arrived so far.
      for (let last = await looked(); last === null; last = await looked()) {
        now += 5_000;
        await delay(1_000);
      }
      while (now < 90_000) {
        const last = await looked();
        now += 5_000;
        await expect.poll(looked, { timeout: 10_000 }).not.toBe(last);
      }
      expect(await common).toBe('unavailable');
      release();
      expect(await exclusive).toBe('done');
      await holding;
    } finally {
      clock.mockRestore();
      release();
      await Promise.all([database.close(), other.close(), observer.end()]);
    }
  }, 60_000);

  it('closes while nothing answers', async () => {
    await behindProxy(async (database, proxy) => {
      await database.first(run('SELECT 1 AS one'));
      proxy.stall();
      const waiting = outcome(database.first(run('SELECT 1 AS one')));
      await database.close();
      expect(await waiting).toBe('unavailable');
    });
  }, 60_000);
});

describe.skipIf(process.env['COLOPHON_TEST_POSTGRES'] === undefined)('PostgreSQL that becomes read-only', () => {
  it('refuses writes as read_only, goes on reading, and takes writes again without a restart', async () => {
    const server = await startPostgres();
    const url = await server.createDatabase();
    const name = new URL(url).pathname.slice(1);
    const administration = await openDatabase(await server.createDatabase());
    const database = await openDatabase(url);
    await database.run(run('CREATE TABLE notes (id integer)'));
    const write = () => outcome(database.transaction(() => database.run(run('INSERT INTO notes VALUES (1)'))));
    const allow = async (writes: boolean): Promise<void> => {
      await administration.run(run(`ALTER DATABASE "${name}" SET default_transaction_read_only = ${writes ? 'off' : 'on'}`));
      // As a failover does, it ends the sessions.
      await administration.all(run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`));
    };
    await allow(false);
    await expect.poll(write).toBe('read_only');
    expect(await outcome(database.run(run('INSERT INTO notes VALUES (2)')))).toBe('read_only');
    expect(await database.all(run('SELECT id FROM notes'))).toEqual([]);
    // The sessions that answered so are not used again: nothing has to be ended from outside.
    await administration.run(run(`ALTER DATABASE "${name}" SET default_transaction_read_only = off`));
    await expect.poll(write).toBe(1);
    await Promise.all([database.close(), administration.close()]);
    await server.stop();
  }, 60_000);
});
