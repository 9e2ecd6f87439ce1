import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as immediate } from 'node:timers/promises';
import { AmbientTransaction, type AmbientTransactions } from '../ambient-transaction.ts';
import { beginImmediate } from './begin-immediate.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { sqliteError } from './sqlite-errors.ts';

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
/** Turns of the event loop without a new transaction after which a batch begins. */
const QUIET_TURNS = 3;
/**
 * Milliseconds after which a batch begins although more transactions arrive, but not before as many turns: about as long as a batch of the
 * writes of a few users takes. Waiting longer saves little and delays each of them.
 */
const GATHERING_MS = 3;

/**
 * Runs transactions on the single writing connection, in order.
 *
 * Transactions that are waiting when one finishes share its commit: each runs in its own savepoint, so that a failure rolls back only that
 * one, and none is acknowledged before the shared commit is on disk. Ten writers then need one disk flush.
 */
export class WriteQueue {
  readonly #connection: SqliteConnection;
  readonly #ambient: AmbientTransactions<AmbientTransaction<SqliteConnection>>;
  readonly #committed: () => void;
  readonly #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  /** @param committed called after each commit, before the waiting callers continue */
  constructor(connection: SqliteConnection, ambient: AmbientTransactions<AmbientTransaction<SqliteConnection>>, committed: () => void) {
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
   * Yields to timers and requests, which SQLite, being synchronous, would never do, until no more transactions arrive: those that arrive
   * together share a commit, whose cost hardly depends on their number. A turn takes microseconds while there is little to do, and as long
   * as several requests while there is much, so that only writers among many readers wait, who then get fewer and larger commits. They
   * wait for a limited time, since with enough readers some writer arrives in every turn.
   */
  async #gather(): Promise<void> {
    const end = performance.now() + GATHERING_MS;
    for (let quiet = 0, turn = 0; quiet < QUIET_TURNS && this.#waiting.length < MAXIMUM_BATCH; turn += 1) {
      if (turn >= QUIET_TURNS && performance.now() > end) return;
      const before = this.#waiting.length;
      await immediate();
      quiet = this.#waiting.length > before ? 0 : quiet + 1;
    }
  }

  async #commitBatch(): Promise<void> {
    try {
      await beginImmediate(this.#connection);
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
}

/** Settles a waiting caller: with its own outcome, or with the failure of the whole batch. */
function settle({ waiting, transaction, outcome }: Done, failure?: unknown): void {
  const committed = 'value' in outcome && failure === undefined;
  waiting.inContext(() => transaction.settle(committed));
  if (committed) waiting.resolve(outcome.value);
  else waiting.reject('error' in outcome ? (outcome.error ?? failure) : failure);
}
