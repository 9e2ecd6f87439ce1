import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { TransactionConflictError, UnavailableError } from '../../errors/errors.ts';

/** While a statement waits for a table, whoever comes after it waits too: it gives up soon, and tries again later. */
const LOCK_MS = 400;
const TRIES = 25;
const PAUSE_MS = 400;

/**
 * Runs a transaction of a migration while no other process runs one. On PostgreSQL it does not wait long for a table that others use, since
 * they would wait behind it, but tries again for 20 seconds.
 *
 * @throws UnavailableError if a table was in use all the time
 */
export async function onLockedDatabase<T>(database: Database, work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await database.exclusively('colophon migrations', async () => {
        if (database.dialect.name === 'postgres') await database.run({ sql: `SET LOCAL lock_timeout = '${LOCK_MS}ms'`, parameters: [] });
        return work();
      });
    } catch (error) {
      if (!isInTheWay(error)) throw error;
      if (tried >= TRIES)
        throw new UnavailableError('A table that the migration changes is used by a long transaction.', {
          hint: 'Nothing was changed by this part of the migration. End the long transaction, and migrate again.',
          cause: error,
        });
      await delay(PAUSE_MS);
    }
  }
}

/** A table that others use, or rows that another transaction locked in another order. */
function isInTheWay(error: unknown): boolean {
  return error instanceof TransactionConflictError || (error as { code?: unknown } | undefined)?.code === '55P03';
}
