import type { Dialect } from './dialect.ts';
import type { Ports } from '../ports/ports.ts';
import type { Row, Statement } from './statement.ts';
import type { WrittenTables } from './written-tables.ts';

/**
 * A database for queries and writes, the same on SQLite and PostgreSQL.
 *
 * Transactions are ambient (AsyncLocalStorage): everything that runs inside `transaction` uses it, a nested `transaction` joins the outer
 * one, and code outside sees only committed data.
 */
export interface Database {
  readonly url: string;
  /** Where a connection keeps its session, for notifications and locks beyond a transaction: `url`, unless a pooler stands before the server. */
  readonly directUrl: string;
  readonly dialect: Dialect;
  /** What the application provides for this database. */
  readonly ports: Ports;
  all(statement: Statement): Promise<readonly Row[]>;
  first(statement: Statement): Promise<Row | undefined>;
  /** Returns rows as arrays of values, in the order of the query's columns: for a hundred thousand rows, at half the cost of `all`. */
  values(statement: Statement): Promise<readonly (readonly unknown[])[]>;
  /** Runs a write and returns the number of changed rows. */
  run(statement: Statement): Promise<number>;
  /**
   * Runs a write whose result the transaction does not depend on: it is complete before the commit, and if it fails, everything is rolled
   * back with its error. A database that is reached over a network does not wait for it until then.
   */
  runBeforeCommit(statement: Statement): Promise<void>;
  /** Runs statements without parameters in this order, such as those of a migration: at once, if the database takes them so. */
  runScript(statements: readonly string[]): Promise<void>;
  /** Runs a statement that may take any time and that no transaction may contain, such as the building of an index while others write. */
  runAlone(sql: string): Promise<void>;
  /** Runs `work` in a transaction; an exception rolls everything back, a return commits. */
  transaction<T>(work: () => Promise<T>): Promise<T>;
  readonly inTransaction: boolean;
  /** The tables that the ambient transaction has written so far, the same object each time; undefined if there is none. */
  readonly written: WrittenTables | undefined;
  /** Runs `action` once the ambient transaction is committed, or immediately if there is none. */
  afterCommit(action: () => void): void;
  /** Runs `action` when the ambient transaction is rolled back. */
  afterRollback(action: () => void): void;
  /** Runs `work` while no other process runs work under this name: for migrations. */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Blocks every other transaction that requests this name until the ambient one ends. */
  lock(name: string): Promise<void>;
  /**
   * Returns an object that stays the same as long as nobody writes, in this process or another one: what was read before need not be read
   * again. Inside a transaction, and in memory, it is another one each time.
   */
  dataMark(): Promise<object>;
  /**
   * Renews the statistics by which the database decides how to find rows.
   *
   * @param options `ifGrown`: only if a table has grown by half since they were made; PostgreSQL then does it by itself
   * @returns whether they were renewed
   */
  analyze(options?: { readonly ifGrown?: boolean }): Promise<boolean>;
  /**
   * How long nobody has got an answer although the server answers new connections, in milliseconds; 0 if nobody waits, and on SQLite. Beyond
   * every limit of a statement's time, only a new process helps.
   */
  readonly stuckMs: number;
  /** True from the moment that `close` is called. */
  readonly closed: boolean;
  close(): Promise<void>;
}
