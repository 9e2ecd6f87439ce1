import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '../../errors/errors.ts';
import { AmbientTransaction, type AmbientTransactions } from '../ambient-transaction.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

interface Waiting {
  work: () => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

interface Done {
  settle: () => void;
  transaction: AmbientTransaction<SqliteConnection>;
  waiting: Waiting;
}

const MAXIMUM_BATCH = 64;
const LOCK_WAIT_MS = 10_000;

/**
 * Runs transactions on the one writing connection, in order.
 *
 * Those that wait when one is finished join its commit: each runs in a savepoint of its own, so that a failure undoes
 * it alone, and none is acknowledged before the shared commit is on disk. Ten writers then pay for one disk flush.
 */
export class WriteQueue {
  readonly #connection: SqliteConnection;
  readonly #ambient: AmbientTransactions<SqliteConnection>;
  readonly #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  constructor(connection: SqliteConnection, ambient: AmbientTransactions<SqliteConnection>) {
    this.#connection = connection;
    this.#ambient = ambient;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#drain();
    });
  }

  /** Resolves when nothing runs and nothing waits. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) await this.#commitBatch();
    // In the same turn as the last look at the queue, so that nobody joins a queue that is not served any more.
    this.#running = undefined;
  }

  async #commitBatch(): Promise<void> {
    try {
      await this.#begin();
    } catch (error) {
      for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
      return;
    }
    const done: Done[] = [];
    try {
      for (let next = this.#waiting.shift(); next; next = done.length < MAXIMUM_BATCH ? this.#waiting.shift() : undefined) {
        done.push(await this.#runOne(next));
      }
      this.#connection.exec('COMMIT');
    } catch (error) {
      if (this.#connection.isTransacting) this.#connection.exec('ROLLBACK');
      for (const { transaction, waiting } of done) {
        transaction.settle(false);
        waiting.reject(commitError(error));
      }
      return;
    }
    for (const { settle } of done) settle();
  }

  async #runOne(waiting: Waiting): Promise<Done> {
    const transaction = new AmbientTransaction(this.#connection);
    this.#connection.exec('SAVEPOINT work');
    try {
      const value = await this.#ambient.run(transaction, waiting.work);
      transaction.end();
      this.#connection.exec('RELEASE work');
      return { transaction, waiting, settle: () => (transaction.settle(true), waiting.resolve(value)) };
    } catch (error) {
      transaction.end();
      this.#connection.exec('ROLLBACK TO work; RELEASE work');
      return { transaction, waiting, settle: () => (transaction.settle(false), waiting.reject(error)) };
    }
  }

  /** Takes the write lock, waiting without blocking the process while another one holds it. */
  async #begin(): Promise<void> {
    const deadline = performance.now() + LOCK_WAIT_MS;
    for (;;) {
      try {
        this.#connection.exec('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error)) throw commitError(error);
        if (performance.now() > deadline) {
          throw new UnavailableError('Another process is writing to the database and has not finished.', { cause: error });
        }
        await delay(5 + Math.random() * 20);
      }
    }
  }
}

/** SQLite's result codes for "locked" (SQLITE_BUSY 5 and SQLITE_LOCKED 6, https://sqlite.org/rescode.html). */
function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === 5 || code === 6;
}

function primaryCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown }).errcode;
  return typeof code === 'number' ? code & 0xff : undefined;
}

/** SQLITE_FULL 13, SQLITE_IOERR 10, SQLITE_READONLY 8: the disk, not the caller. */
function commitError(error: unknown): unknown {
  const code = primaryCode(error);
  if (code === 13 || code === 10 || code === 8 || code === 5) {
    return new UnavailableError('The database cannot write now; nothing was changed.', { cause: error });
  }
  return error;
}
