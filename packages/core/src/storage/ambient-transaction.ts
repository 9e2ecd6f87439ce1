import { AsyncLocalStorage } from 'node:async_hooks';
import { emitWarning } from 'node:process';
import { UnavailableError, UsageError } from '../errors/errors.ts';
import { WrittenTables } from './written-tables.ts';

/** The state of a running transaction that asynchronous calls inherit. */
export class AmbientTransaction<Connection> {
  readonly connection: Connection;
  readonly written = new WrittenTables();
  readonly #committed: (() => void)[] = [];
  readonly #rolledBack: (() => void)[] = [];
  readonly #unfinished = new Set<Promise<unknown>>();
  #ended = false;
  #writes = 0;
  #doomedBy: unknown;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /** True once committed or rolled back: unfinished work must not use the connection any more. */
  get ended(): boolean {
    return this.#ended;
  }

  onCommit(action: () => void): void {
    this.#committed.push(action);
  }

  onRollback(action: () => void): void {
    this.#rolledBack.push(action);
  }

  /** A statement that changes something was sent; undefined: its table is not known. */
  wrote(table: string | undefined): void {
    this.#writes += 1;
    this.written.add(table);
  }

  /** Adds a statement that was sent and must succeed before the commit. */
  expectSuccess(statement: Promise<unknown>): void {
    this.#unfinished.add(statement);
    statement.then(
      () => this.#unfinished.delete(statement),
      // Its error is reported by `finishStatements`, however the transaction ends.
      () => undefined,
    );
  }

  /** Waits for the statements that were not waited for. @throws the error of the first one that failed */
  async finishStatements(): Promise<void> {
    for (const statement of this.#unfinished) await statement;
  }

  /** Runs work that requested a transaction and joins this one. If it fails half-way, this one cannot be committed. */
  async join<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#writes;
    try {
      return await work();
    } catch (error) {
      if (this.#writes > before) this.#doomedBy ??= error;
      throw error;
    }
  }

  /** No more statements may join. Whether it is committed is decided later, by `settle`. */
  end(): void {
    this.#ended = true;
  }

  /**
   * @throws UsageError if a part failed after writing, and its caller continued regardless; an unreachable database or a conflict remains
   * one, so that the work is repeated
   */
  refuseDoomed(): void {
    if (this.#doomedBy === undefined) return;
    if (this.#doomedBy instanceof UnavailableError) throw this.#doomedBy;
    throw new UsageError('A part of this transaction failed half-way and its error was ignored, so the transaction was rolled back.', {
      cause: this.#doomedBy,
    });
  }

  /** Runs the actions registered for the end. An exception in one is reported, and does not change the outcome. */
  settle(committed: boolean): void {
    this.#ended = true;
    for (const action of committed ? this.#committed : this.#rolledBack) {
      try {
        action();
      } catch (error) {
        emitWarning(error instanceof Error ? error : String(error), { code: 'COLOPHON_AFTER_TRANSACTION' });
      }
    }
  }
}

/** Returns the error of a statement that was sent too late. */
export function endedError(): UsageError {
  return new UsageError('A statement was sent after its transaction ended: something in it was not awaited.');
}

/** The transaction of the current call, per database. */
export class AmbientTransactions<Transaction extends { readonly ended: boolean }> {
  readonly #storage = new AsyncLocalStorage<Transaction>();

  /** @throws UsageError if the transaction has ended and the call continues */
  get current(): Transaction | undefined {
    const transaction = this.#storage.getStore();
    if (transaction?.ended) throw endedError();
    return transaction;
  }

  run<T>(transaction: Transaction, work: () => Promise<T>): Promise<T> {
    return this.#storage.run(transaction, work);
  }
}
