import { expect, it } from 'vitest';
import type { Database } from '../database.ts';
import { describeOnEveryDatabase } from '../../testing/every-database.ts';

describeOnEveryDatabase('repeated statements', (open, dialect) => {
  const preparedNow = async (database: Database, sql: string): Promise<number> => {
    const statement = { sql: 'SELECT count(*) AS count FROM pg_prepared_statements WHERE statement = $1', parameters: [sql] };
    return Number((await database.first(statement))?.['count']);
  };

  it.runIf(dialect === 'postgres')('are prepared from the second time on, however many others were sent once', async () => {
    const database = await open();
    await database.transaction(async () => {
      for (let index = 0; index < 1500; index += 1) await database.first({ sql: `SELECT ${index} AS number`, parameters: [] });
      const sql = 'SELECT $1::int AS number';
      for (const [round, prepared] of [0, 1, 1].entries()) {
        expect(await database.first({ sql, parameters: [round] })).toEqual({ number: round });
        expect(await preparedNow(database, sql)).toBe(prepared);
      }
    });
  });
});
