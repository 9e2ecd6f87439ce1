import type { Dialect } from './dialect.ts';

/** A query as text with its values apart; values never become part of the text. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Its rows are only looked at, never changed: a database that knows that nothing was written since may give them again. */
  readonly repeatable?: boolean;
  /** It may take long on a large table: where statements run on the event loop, this one is run beside it. */
  readonly long?: boolean;
}

export type Row = Record<string, unknown>;

/**
 * A database that can be asked and told things, the same on SQLite and PostgreSQL.
 *
 * Transactions travel with the asynchronous call (AsyncLocalStorage): whatever runs inside `transaction` uses it,
 * a nested `transaction` joins the outer one, and what runs outside sees only what is committed.
 */
export interface Database {
  readonly url: string;
  readonly dialect: Dialect;
  all(statement: Statement): Promise<readonly Row[]>;
  first(statement: Statement): Promise<Row | undefined>;
  /** Rows as their values, in the order of the query's columns: of a hundred thousand, half of what `all` takes. */
  values(statement: Statement): Promise<readonly (readonly unknown[])[]>;
  /** Runs a write and answers with the number of rows changed. */
  run(statement: Statement): Promise<number>;
  /** Runs `work` in a transaction; a throw rolls everything back, a return commits. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  readonly inTransaction: boolean;
  /** Runs `action` once the ambient transaction is committed, or at once when there is none. */
  afterCommit(action: () => void): void;
  /** Runs `action` when the ambient transaction is rolled back. */
  afterRollback(action: () => void): void;
  /** Runs `work` while no other process may do the same under this name: migrations. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Keeps every other transaction that asks for this name waiting until the ambient one ends. */
  lock(name: string): Promise<void>;
  /** True from the moment that `close` is called. */
  readonly closed: boolean;
  close(): Promise<void>;
}
