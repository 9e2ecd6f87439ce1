import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as immediate, setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '../../errors/errors.ts';
import { AmbientTransaction, type AmbientTransactions } from '../ambient-transaction.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { isBusy, sqliteError } from './sqlite-errors.ts';

type InContext = <R>(action: () => R) => R;

interface Waiting {
  work: () => Promise<unknown>;
  /** Runs a function in the asynchronous context of the waiting caller, rather than of the first one in the queue. */
  inContext: InContext;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/** Work that has run and waits for the shared commit. */
interface Done {
  waiting: Waiting;
  transaction: AmbientTransaction<SqliteConnection>;
  outcome: { value: unknown } | { error: unknown };
}

const MAXIMUM_BATCH = 64;
const LOCK_WAIT_MS = 10_000;

/**
 * Runs transactions on the single writing connection, in order.
 *
 * Transactions that are waiting when one finishes share its commit: each runs in its own savepoint, so that a failure rolls back only that
 * one, and none is acknowledged before the shared commit is on disk. Ten writers then need one disk flush.
 */
export class WriteQueue {
  readonly #connection: SqliteConnection;
  readonly #ambient: AmbientTransactions<SqliteConnection>;
  readonly #committed: () => void;
  readonly #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  /** @param committed called after each commit, before the waiting callers continue */
  constructor(connection: SqliteConnection, ambient: AmbientTransactions<SqliteConnection>, committed: () => void) {
    this.#connection = connection;
    this.#ambient = ambient;
    this.#committed = committed;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const inContext = AsyncLocalStorage.snapshot() as InContext;
      this.#waiting.push({ work, inContext, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#drain();
    });
  }

  /** Resolves when nothing is running or waiting. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather();
      await this.#commitBatch();
    }
    // In the same turn as the last check of the queue, so that nobody joins a queue that is no longer served.
    this.#running = undefined;
  }

  /**
   * Yields to timers and requests, which SQLite, being synchronous, would never do, and continues while more transactions arrive: those
   * that arrive together share a commit.
   */
  async #gather(): Promise<void> {
    for (let before = 0; this.#waiting.length > before && before < MAXIMUM_BATCH;) {
      before = this.#waiting.length;
      await immediate();
    }
  }

  async #commitBatch(): Promise<void> {
    try {
      await this.#begin();
    } catch (error) {
      for (const waiting of this.#waiting.splice(0)) waiting.reject(error);
      return;
    }
    const batch: Done[] = [];
    try {
      for (let next = this.#waiting.shift(); next; next = batch.length < MAXIMUM_BATCH ? this.#waiting.shift() : undefined) {
        await this.#runOne(next, batch);
      }
      this.#connection.exec('COMMIT');
      this.#committed();
    } catch (error) {
      if (this.#connection.isTransacting) this.#connection.exec('ROLLBACK');
      for (const done of batch) settle(done, sqliteError(error));
      return;
    }
    for (const done of batch) settle(done);
  }

  /** @throws the error that ended the whole batch, if the failed work could not be rolled back alone */
  async #runOne(waiting: Waiting, batch: Done[]): Promise<void> {
    const transaction = new AmbientTransaction(this.#connection);
    const done: Done = { waiting, transaction, outcome: { error: undefined } };
    batch.push(done);
    this.#connection.exec('SAVEPOINT work');
    try {
      done.outcome = { value: await waiting.inContext(() => this.#ambient.run(transaction, waiting.work)) };
      transaction.refuseDoomed();
      transaction.end();
    } catch (error) {
      transaction.end();
      done.outcome = { error: sqliteError(error) };
    }
    if ('error' in done.outcome) {
      // A full or failing disk ends the whole transaction, and with it everything in this batch.
      if (!this.#connection.isTransacting) throw done.outcome.error;
      this.#connection.exec('ROLLBACK TO work');
    }
    this.#connection.exec('RELEASE work');
  }

  /** Acquires the write lock, waiting without blocking the process while another one holds it. */
  async #begin(): Promise<void> {
    const deadline = performance.now() + LOCK_WAIT_MS;
    for (;;) {
      try {
        this.#connection.exec('BEGIN IMMEDIATE');
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
}

/** Settles a waiting caller: with its own outcome, or with the failure of the whole batch. */
function settle({ waiting, transaction, outcome }: Done, failure?: unknown): void {
  const committed = 'value' in outcome && failure === undefined;
  waiting.inContext(() => transaction.settle(committed));
  if (committed) waiting.resolve(outcome.value);
  else waiting.reject('error' in outcome ? (outcome.error ?? failure) : failure);
}
