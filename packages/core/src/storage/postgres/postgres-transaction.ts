import type pg from 'pg';
import { UnavailableError, UsageError } from '../../errors/errors.ts';
import { AmbientTransaction, endedError } from '../ambient-transaction.ts';
import type { PostgresConnections } from './connections.ts';
import { losesConnection, postgresError } from './postgres-errors.ts';

/** A statement without effect outside the transaction, which may be sent before the transaction is known to have begun. */
const READS = /^\s*select\b/i;
/** `in_failed_sql_transaction`, and `invalid_sql_statement_name`: the statement's earlier use, which prepares it, was not executed. */
const CONSEQUENCES: ReadonlySet<unknown> = new Set(['25P02', '26000']);

/**
 * A transaction whose statements are sent without waiting for the results of earlier ones.
 *
 * After a failed statement PostgreSQL refuses all others, and code that runs at the same time may notice such a refusal first: the
 * transaction fails with the error that came first.
 */
export class PostgresTransaction extends AmbientTransaction<pg.PoolClient> {
  #begun: Promise<void> | undefined;
  /** The number of statements that wait until the transaction has begun; later ones must not be sent before them. */
  #waiting = 0;
  /** The first statement that failed. */
  #failure: { readonly error: unknown } | undefined;
  /** Refusals of statements that were sent before the failure was known, so that no code has ignored it. */
  readonly #overtaking = new Set<unknown>();
  readonly #connections: PostgresConnections;

  constructor(connection: pg.PoolClient, connections: PostgresConnections) {
    super(connection);
    this.#connections = connections;
  }

  /** The statement is sent together with the first one, if that reads. */
  begin(): void {
    const begun = this.#send({ text: this.#connections.begin }).then(() => {
      this.#begun = undefined;
    });
    this.#begun = begun;
    this.expectSuccess(begun);
  }

  query<R extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<R>> {
    // Outside a transaction, a write would be committed on its own.
    return this.#waiting > 0 || (this.#begun && !READS.test(query.text)) ? this.#sendOnceBegun(query) : this.#send(query);
  }

  async #sendOnceBegun<R extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<R>> {
    this.#waiting += 1;
    try {
      await this.#begun;
    } finally {
      this.#waiting -= 1;
    }
    if (this.ended) throw endedError();
    return this.#send(query);
  }

  async #send<R extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<R>> {
    const wasKnown = this.#failure !== undefined;
    try {
      return await this.#connections.send<R>(this.connection, query);
    } catch (error) {
      if (!isConsequence(error)) this.#failure ??= { error };
      else if (!wasKnown) this.#overtaking.add(error);
      throw error;
    }
  }

  /** Lets its statements take longer than others, as those of a migration do. */
  allowLong(): void {
    this.#connections.allowLong(this.connection);
  }

  /** Commits; PostgreSQL answers the commit of a transaction with a failed statement with a rollback, and no error. */
  async commit(): Promise<void> {
    const { command } = await this.#connections.send(this.connection, { text: 'COMMIT' });
    if (command !== 'COMMIT') throw ignored(this.#failure?.error);
  }

  /** Rolls the transaction back; returns an error if the connection must not be used again. */
  async rollback(): Promise<Error | undefined> {
    try {
      await this.#connections.send(this.connection, { text: 'ROLLBACK' });
      return losesConnection(this.#failure?.error);
    } catch (error) {
      return error as Error;
    }
  }

  /** Returns why the transaction failed, given the error that its code threw, after it was rolled back. */
  async causeOf(error: unknown): Promise<unknown> {
    if (!isConsequence(error)) return error;
    const unawaited: unknown = await this.finishStatements().catch((failure: unknown) => failure);
    if (unawaited !== undefined && !isConsequence(unawaited)) return unawaited;
    if (!this.#failure) return error;
    return this.#overtaking.has(error) ? this.#failure.error : ignored(this.#failure.error);
  }
}

/** The error of a transaction in which a failure was ignored; a conflict or an unreachable database stays one, so that the work is repeated. */
function ignored(cause: unknown): unknown {
  const failure = cause === undefined ? undefined : postgresError(cause);
  if (failure instanceof UnavailableError) return failure;
  return new UsageError('A statement of this transaction failed and its error was ignored, so the transaction was rolled back.', { cause });
}

function isConsequence(error: unknown): boolean {
  return CONSEQUENCES.has((error as { code?: unknown } | undefined)?.code);
}
