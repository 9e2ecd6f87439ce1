import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { openDatabase } from '../open/open-database.ts';
import { type RunningPgBouncer, startPgBouncer, withoutPgBouncer } from '../../testing/pgbouncer.ts';
import { startPostgres } from '../../testing/postgres.ts';

const server = process.env['COLOPHON_TEST_POSTGRES'];

describe.skipIf(server === undefined)('a pooler of transactions', () => {
  it('requires the URL of the server itself', async () => {
    await expect(openDatabase(server ?? '', { pooler: 'transaction' })).rejects.toThrow('directUrl is required');
  });

  it('does not let exclusive work begin once the database is closed', async () => {
    const database = await openDatabase(server ?? '', { pooler: 'transaction', directUrl: server ?? '' });
    await database.close();
    await expect(database.exclusively('work', async () => 'done')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

const skipped = withoutPgBouncer ?? (server === undefined ? 'PostgreSQL is not tested' : undefined);

describe.skipIf(skipped !== undefined)(`PostgreSQL through PgBouncer${skipped === undefined ? '' : ` (${skipped})`}`, () => {
  let stop: (() => Promise<void>)[] = [];
  let bouncer: RunningPgBouncer;
  let directUrl = '';
  let database: Database;

  beforeAll(async () => {
    const postgres = await startPostgres();
    directUrl = await postgres.createDatabase();
    const administration = await openDatabase(directUrl);
    await administration.run({ sql: `ALTER ROLE colophon SET timezone = 'Asia/Kolkata'`, parameters: [] });
    await administration.run({ sql: 'CREATE TABLE notes (id int PRIMARY KEY, at timestamptz)', parameters: [] });
    await administration.close();
    bouncer = await startPgBouncer(directUrl, { connections: 2 });
    database = await openDatabase(bouncer.through(directUrl), { pooler: 'transaction', directUrl });
    stop = [() => database.close(), () => bouncer.stop(), () => postgres.stop()];
  });
  afterAll(async () => {
    for (const each of stop) await each();
  });

  it('repeats statements at once and in transactions, more of them than the pooler has connections', async () => {
    const rounds = Array.from({ length: 40 }, (_, round) => round);
    const select = (round: number) => database.first({ sql: 'SELECT $1::int AS number', parameters: [round] });
    expect(await Promise.all(rounds.map(select))).toEqual(rounds.map((number) => ({ number })));
    const inside = rounds.map((round) =>
      database.transaction(async () => {
        await database.run({ sql: 'INSERT INTO notes VALUES ($1, $2)', parameters: [round, '2026-11-21T10:00:00.500Z'] });
        return select(round);
      }),
    );
    expect(await Promise.all(inside)).toEqual(rounds.map((number) => ({ number })));
  });

  it('has times in UTC, and limits the time of statements in transactions', async () => {
    const statement = { sql: 'SELECT max(at) AS at FROM notes', parameters: [] };
    expect(await database.first(statement)).toEqual({ at: '2026-11-21T10:00:00.500Z' });
    const settings = { sql: `SELECT current_setting('timezone') AS zone, current_setting('statement_timeout') AS time`, parameters: [] };
    expect(await database.first(settings)).toEqual({ zone: 'Asia/Kolkata', time: '0' });
    expect(await database.transaction(() => database.first(settings))).toEqual({ zone: 'UTC', time: '1min' });
    expect(await database.first(settings)).toEqual({ zone: 'Asia/Kolkata', time: '0' });
  });

  it('leaves connections to others while exclusive work runs, which has no time limit', async () => {
    const settings = { sql: `SELECT current_setting('statement_timeout') AS time, current_setting('timezone') AS zone`, parameters: [] };
    const order: string[] = [];
    const exclusive = (name: string) =>
      database.exclusively('colophon pooler test', async () => {
        order.push(`${name} begins`);
        expect(await database.first(settings)).toEqual({ time: '0', zone: 'UTC' });
        order.push(`${name} ends`);
      });
    // More than the pooler has connections: those that wait for the lock must not take them.
    const all = Promise.all(['a', 'b', 'c', 'd'].map(exclusive));
    expect(await database.first({ sql: 'SELECT 1 AS one', parameters: [] })).toEqual({ one: 1 });
    await all;
    for (let index = 0; index < order.length; index += 2) expect(order[index + 1]).toBe(order[index]?.replace('begins', 'ends'));
    expect(order).toHaveLength(8);
  });
});
