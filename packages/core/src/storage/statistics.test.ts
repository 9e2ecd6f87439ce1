import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeOnEveryDatabase } from '../testing/every-database.ts';
import type { Database } from './database.ts';
import { openDatabase } from './open/open-database.ts';

const filled = (rows: number): string =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows}) INSERT INTO letters SELECT i, 'new', i FROM n`;
const TABLE = [
  'CREATE TABLE letters (id integer PRIMARY KEY, status text, place integer)',
  'CREATE INDEX letters_status ON letters (status)',
  'CREATE INDEX letters_place ON letters (place)',
];

describe('the statistics of a SQLite file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-statistics-'));
  const url = `sqlite:${join(folder, 'letters.sqlite')}`;
  let database: Database;
  /** Stands for another process. */
  let other: Database;

  beforeAll(async () => {
    database = await openDatabase(url);
    await database.runScript(TABLE);
    other = await openDatabase(url);
  });
  afterAll(async () => {
    await Promise.all([database.close(), other.close()]);
    rmSync(folder, { recursive: true });
  });

  let asked = 0;
  /** Rows that match are found by the more selective column only if statistics tell which it is. */
  const planOf = async (reader: Database): Promise<string> => {
    // Only a statement that reads rows notices a change of the schema; an explanation that was prepared before stays as it was.
    await reader.first({ sql: 'SELECT count(*) AS count FROM letters WHERE id = 1', parameters: [] });
    asked += 1;
    const sql = `EXPLAIN QUERY PLAN SELECT ${asked}, id FROM letters WHERE status = 'new' AND place BETWEEN 10 AND 20`;
    return String((await reader.first({ sql, parameters: [] }))?.['detail']);
  };

  it('are made when a table has many rows, and again when it has grown by half', async () => {
    expect(await database.analyze({ ifGrown: true })).toBe(false);
    await database.runScript([filled(900)]);
    expect(await database.analyze({ ifGrown: true })).toBe(false);
    await database.runScript(['DELETE FROM letters', filled(20_000)]);
    expect(await database.analyze({ ifGrown: true })).toBe(true);
    expect(await database.analyze({ ifGrown: true })).toBe(false);
    await database.runScript(['DELETE FROM letters', filled(29_000)]);
    expect(await database.analyze({ ifGrown: true })).toBe(false);
    await database.runScript(['DELETE FROM letters', filled(31_000)]);
    expect(await database.analyze({ ifGrown: true })).toBe(true);
  });

  it('are seen by connections that were open before, each time', async () => {
    await database.runScript(['DROP TABLE sqlite_stat1', 'DELETE FROM letters', filled(20_000)]);
    expect([await planOf(database), await planOf(other)]).toEqual([
      expect.stringContaining('letters_status (status=?)'),
      expect.stringContaining('letters_status (status=?)'),
    ]);
    await database.analyze();
    expect([await planOf(database), await planOf(other)]).toEqual([
      expect.stringContaining('letters_place (place>? AND place<?)'),
      expect.stringContaining('letters_place (place>? AND place<?)'),
    ]);
    await database.runScript(['UPDATE letters SET status = id, place = 15']);
    await other.analyze();
    expect([await planOf(database), await planOf(other)]).toEqual([
      expect.stringContaining('letters_status (status=?)'),
      expect.stringContaining('letters_status (status=?)'),
    ]);
  });
});

describeOnEveryDatabase('the statistics of a database', (open, dialect) => {
  it('know the rows after they were renewed', async () => {
    const database = await open();
    await database.runScript([...TABLE, filled(1500)]);
    expect(await database.analyze()).toBe(true);
    const sql =
      dialect === 'sqlite'
        ? `SELECT CAST(stat AS INTEGER) AS rows FROM sqlite_stat1 WHERE idx = 'letters_status'`
        : `SELECT reltuples::int AS rows FROM pg_class WHERE relname = 'letters'`;
    expect(Number((await database.first({ sql, parameters: [] }))?.['rows'])).toBe(1500);
  });
});
