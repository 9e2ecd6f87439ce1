import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { SqlPort, SqlQuery } from '../../src/index.ts';

/** A port over a file of SQLite; its transactions run one after the other, and wait for those of other processes. */
export function sqlitePort(file: string): SqlPort & { close: () => Promise<void> } {
  const database = new DatabaseSync(file, { timeout: 30_000 });
  database.exec('PRAGMA journal_mode = WAL');
  const query: SqlQuery = (statement, values) => database.prepare(statement).all(...values) as Record<string, unknown>[];
  let last: Promise<unknown> = Promise.resolve();
  const transact = async <T>(work: (query: SqlQuery) => Promise<T>): Promise<T> => {
    database.exec('BEGIN IMMEDIATE');
    try {
      const result = await work(query);
      database.exec('COMMIT');
      return result;
    } catch (failure) {
      database.exec('ROLLBACK');
      throw failure;
    }
  };
  return {
    dialect: 'sqlite',
    query,
    transaction(work) {
      const run = last.then(() => transact(work));
      last = run.catch(() => undefined);
      return run;
    },
    close: async () => {
      await last;
      database.close();
    },
  };
}

/** A port over a pool of PostgreSQL. */
export function postgresPort(url: string): SqlPort & { close: () => Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // The server may end idle connections, at the end of a run.
  pool.on('error', () => undefined);
  return {
    dialect: 'postgres',
    query: async (statement, values) => (await pool.query(statement, [...values])).rows as Record<string, unknown>[],
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query('BEGIN');
        const result = await work(
          async (statement, values) => (await client.query(statement, [...values])).rows as Record<string, unknown>[],
        );
        await client.query('COMMIT');
        return result;
      } catch (failure) {
        await client.query('ROLLBACK');
        throw failure;
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
