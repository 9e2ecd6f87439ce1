import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { threadCpuUsage } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Statement } from '../statement.ts';
import { ReaderThreads } from './reader-thread.ts';
import { SqliteDatabase } from './sqlite-database.ts';

/** Counts to so many within SQLite: half a second for ten million. */
const counting = (to: number): Statement => ({
  sql: 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) SELECT count(*) AS count FROM n, (SELECT count(*) FROM notes)',
  parameters: [to],
  repeatable: true,
  long: true,
});

describe('a long read', () => {
  let folder = '';
  let database: SqliteDatabase;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'colophon-reader-'));
    database = new SqliteDatabase(`sqlite:${join(folder, 'large.sqlite')}`, { large: 0 });
    await database.run({ sql: 'CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)', parameters: [] });
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  it('leaves the event loop to others', async () => {
    const before = threadCpuUsage();
    const began = performance.now();
    const row = await database.first(counting(10_000_000));
    const took = performance.now() - began;
    const { user, system } = threadCpuUsage(before);
    expect(row).toEqual({ count: 10_000_000 });
    expect((user + system) / 1000).toBeLessThan(took / 2);
  });

  it('sees what was committed before it was asked for', async () => {
    for (let index = 1; index <= 20; index += 1) {
      await database.run({ sql: 'INSERT INTO notes (text) VALUES (?)', parameters: [`note ${index}`] });
      expect(await database.first({ sql: 'SELECT count(*) AS count FROM notes', parameters: [], repeatable: true, long: true })).toEqual({
        count: index,
      });
    }
  });

  it('inside a transaction sees what that has written', async () => {
    await database
      .transaction(async () => {
        await database.run({ sql: `INSERT INTO notes (id, text) VALUES (1000, 'not yet')`, parameters: [] });
        expect(await database.all({ sql: 'SELECT text FROM notes WHERE id = 1000', parameters: [], long: true })).toEqual([
          { text: 'not yet' },
        ]);
        throw new Error('undone');
      })
      .catch(() => undefined);
    expect(await database.all({ sql: 'SELECT text FROM notes WHERE id = 1000', parameters: [], long: true })).toEqual([]);
  });

  it('is done once for all who ask the same at the same time', async () => {
    const began = performance.now();
    await database.first(counting(4_000_000));
    const one = performance.now() - began;
    await database.run({ sql: 'INSERT INTO notes (text) VALUES (?)', parameters: ['a write'] });
    const again = performance.now();
    await Promise.all(Array.from({ length: 8 }, () => database.first(counting(4_000_000))));
    expect(performance.now() - again).toBeLessThan(one * 4);
  });

  it('fails as any other does', async () => {
    await expect(database.all({ sql: 'SELECT * FROM nowhere', parameters: [], long: true })).rejects.toThrow('no such table: nowhere');
  });

  it('is refused when too many wait, rather than queued without end', async () => {
    const asked = Array.from({ length: 300 }, (_, index) => database.first(counting(50_000 + index)));
    const ended = await Promise.allSettled(asked);
    const refused = ended.filter((each) => each.status === 'rejected');
    expect(refused.length).toBeGreaterThan(50);
    expect(refused[0]).toMatchObject({ reason: { status: 503 } });
    expect(ended.filter((each) => each.status === 'fulfilled').length).toBeGreaterThan(150);
  });

  it('is broken off when the database is closed', async () => {
    const other = new SqliteDatabase(`sqlite:${join(folder, 'large.sqlite')}`, { large: 0 });
    const reading = other.first(counting(20_000_000)).catch((error: unknown) => error);
    await delay(100);
    await other.close();
    expect(await reading).toMatchObject({ status: 503 });
  });

  it('ends its thread when no other follows, and starts one again for the next', async () => {
    const threads = new ReaderThreads(join(folder, 'large.sqlite'), { idleMilliseconds: 300 });
    expect(threads.running).toBe(0);
    const both = [threads.all(counting(1000)), threads.all(counting(1001))];
    expect(threads.running).toBe(2);
    await Promise.all(both);
    // A read that takes longer than the idle time is not interrupted.
    expect(await threads.all(counting(15_000_000))).toEqual([{ count: 15_000_000 }]);
    await expect.poll(() => threads.running, { timeout: 10_000 }).toBe(0);
    expect(await threads.all(counting(1000))).toEqual([{ count: 1000 }]);
    expect(threads.running).toBe(1);
    await threads.close();
  });

  it('of a database in memory is done where the database is', async () => {
    const memory = new SqliteDatabase('sqlite::memory:', { large: 0 });
    await memory.run({ sql: 'CREATE TABLE notes (id INTEGER PRIMARY KEY)', parameters: [] });
    expect(await memory.first({ sql: 'SELECT count(*) AS count FROM notes', parameters: [], long: true })).toEqual({ count: 0 });
    await memory.close();
  });
});
