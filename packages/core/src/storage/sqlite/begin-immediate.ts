import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '../../errors/errors.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { isBusy, sqliteError } from './sqlite-errors.ts';

const LOCK_WAIT_MS = 10_000;

/**
 * Makes SQLite itself wait for a lock for 2 ms only, which blocks the thread: `beginImmediate` waits longer. SQLite would retry once every
 * 100 ms, which seldom finds the lock free while another connection writes without pause.
 */
export const BRIEF_WAIT = 'PRAGMA busy_timeout = 2;';

/**
 * Begins a transaction with the write lock, waiting without blocking the thread while another connection holds it.
 *
 * @throws UnavailableError if it is held for 10 seconds
 */
export async function beginImmediate(connection: SqliteConnection): Promise<void> {
  const deadline = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      connection.exec('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error)) throw sqliteError(error);
      if (performance.now() > deadline) {
        throw new UnavailableError('Another process is still writing to the database.', { cause: error });
      }
      await delay(1 + Math.random() * 10);
    }
  }
}
