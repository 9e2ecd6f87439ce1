import { describe, expect, it } from 'vitest';
import { openDatabase } from './open-database.ts';

const server = process.env['COLOPHON_TEST_POSTGRES'];

describe.skipIf(server === undefined)('the connections of a process to PostgreSQL', () => {
  it('are no more than it was given, four of which are not for requests', async () => {
    const database = await openDatabase(server ?? '', { connections: 6 });
    const slow = {
      sql: `SELECT count(*) AS count, pg_sleep(0.2) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(0.2) FROM%'`,
      parameters: [],
    };
    const counts = await Promise.all(Array.from({ length: 6 }, async () => Number((await database.first(slow))?.['count'])));
    expect(Math.max(...counts)).toBeLessThanOrEqual(2);
    await database.close();
  });

  it.each([5, 0, -1, 6.5, Number.NaN])('cannot be %d', async (connections) => {
    await expect(openDatabase(server ?? '', { connections })).rejects.toThrow('at least 6 connections');
  });
});
