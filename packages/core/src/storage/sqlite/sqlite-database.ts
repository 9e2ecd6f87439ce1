import { setImmediate as immediate } from 'node:timers/promises';
import { UnavailableError, UsageError } from '../../errors/errors.ts';
import { type AmbientTransaction, AmbientTransactions } from '../ambient-transaction.ts';
import type { Database } from '../database.ts';
import type { Row, Statement } from '../statement.ts';
import { Ports } from '../../ports/ports.ts';
import type { WrittenTables } from '../written-tables.ts';
import { analyzeSqlite, hasGrown } from './analyze.ts';
import { BRIEF_WAIT } from './begin-immediate.ts';
import { ReadCache } from './read-cache.ts';
import { makePrivateFile } from './make-private-file.ts';
import { ReaderThreads } from './reader-thread.ts';
import { emptyLog, overwriteDeleted } from './scrub.ts';
import { SqliteConnection } from './sqlite-connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { sqliteError } from './sqlite-errors.ts';
import { sqlitePath } from './sqlite-path.ts';
import { WriteQueue } from './write-queue.ts';

const MEMORY = ':memory:';
const TURN_MS = 10;
/** Below this file size, in bytes, no statement takes long; a thread would cost more than it saves. */
const LARGE = 16_000_000;
const LOOK_AGAIN_MS = 1000;

/**
 * A page of 8 KB holds three rows of 2 KB, where a page of 4 KB holds one; a file that exists keeps its page size. Deleted values are
 * overwritten in pages that are written anyway (`FAST`), which costs nothing measurable; `ON` also writes the pages that become free.
 */
const WRITER_SETTINGS = `PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = FAST; ${BRIEF_WAIT}`;

interface SqliteOptions {
  readonly large?: number;
  readonly pages?: number;
  readonly ports?: Ports;
  readonly references?: 'unchecked';
}

/**
 * A SQLite database in one file, or in memory.
 *
 * Writes go through one connection in order, reads through another one, so that they neither wait for a writer nor see uncommitted data
 * (WAL). In memory there is one connection, and reads wait for the writer.
 */
export class SqliteDatabase implements Database {
  readonly url: string;
  readonly directUrl: string;
  readonly dialect = sqliteDialect;
  readonly ports: Ports;
  readonly #writer: SqliteConnection;
  readonly #reader: SqliteConnection;
  readonly #ambient = new AmbientTransactions<AmbientTransaction<SqliteConnection>>();
  readonly #queue: WriteQueue;
  readonly #cache: ReadCache | undefined;
  readonly #threads: ReaderThreads;
  readonly #large: number;
  #looked = -Infinity;
  #isLarge = false;
  #turned = 0;
  #closed = false;
  /** Ends when the scrubs that were asked for so far have ended. */
  #scrubbing: Promise<unknown> = Promise.resolve();

  /** @param options `large`: the file size, in bytes, from which on long reads run in a thread; `pages`, `ports`: as for `openDatabase` */
  constructor(url: string, { large = LARGE, pages, ports = new Ports(), references }: SqliteOptions = {}) {
    this.url = this.directUrl = url;
    this.ports = ports;
    this.#large = large;
    const path = sqlitePath(url);
    this.#threads = new ReaderThreads(path);
    if (path !== MEMORY) makePrivateFile(path);
    this.#writer = new SqliteConnection(path, { pages: pages ?? 8, references });
    if (path !== MEMORY) this.#writer.exec(WRITER_SETTINGS);
    this.#reader = path === MEMORY ? this.#writer : new SqliteConnection(path, { readOnly: true, pages: pages ?? 12 });
    this.#queue = new WriteQueue(this.#writer, this.#ambient, () => this.#cache?.written());
    this.#cache = this.#reader === this.#writer ? undefined : new ReadCache(this.#reader);
  }

  /** Nothing is waited for without a limit. */
  readonly stuckMs = 0;

  get closed(): boolean {
    return this.#closed;
  }

  get inTransaction(): boolean {
    return this.#ambient.current !== undefined;
  }

  get written(): WrittenTables | undefined {
    return this.#ambient.current?.written;
  }

  async all(statement: Statement): Promise<readonly Row[]> {
    const connection = this.#readable();
    if (!connection) return this.transaction(() => this.all(statement));
    const cache = statement.repeatable && connection === this.#reader ? this.#cache : undefined;
    if (statement.long && connection === this.#reader && this.#hasGrownLarge()) return this.#readBeside(statement, cache);
    return this.#attempt(() => (cache ? cache.all(statement) : connection.all(statement)));
  }

  async first(statement: Statement): Promise<Row | undefined> {
    const connection = this.#readable();
    if (!connection) return this.transaction(() => this.first(statement));
    const cache = statement.repeatable && connection === this.#reader ? this.#cache : undefined;
    if (statement.long && connection === this.#reader && this.#hasGrownLarge()) return (await this.#readBeside(statement, cache))[0];
    return this.#attempt(() => (cache ? cache.first(statement) : connection.get(statement)));
  }

  async #readBeside(statement: Statement, cache: ReadCache | undefined): Promise<readonly Row[]> {
    try {
      const read = (): Promise<Row[]> => this.#threads.all(statement);
      return await (cache ? cache.allFrom(statement, read) : read());
    } catch (error) {
      throw sqliteError(error);
    }
  }

  #hasGrownLarge(): boolean {
    // No other connection can open a database in the memory of this process.
    if (this.#reader === this.#writer) return false;
    if (this.#isLarge || performance.now() - this.#looked < LOOK_AGAIN_MS) return this.#isLarge;
    this.#looked = performance.now();
    const size = this.#reader.get({
      sql: 'SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size',
      parameters: [],
    });
    return (this.#isLarge = Number(size?.['size']) >= this.#large);
  }

  async values(statement: Statement): Promise<readonly (readonly unknown[])[]> {
    const connection = this.#readable();
    if (!connection) return this.transaction(() => this.values(statement));
    return this.#attempt(() => connection.values(statement));
  }

  async run(statement: Statement): Promise<number> {
    const joined = this.#ambient.current;
    if (!joined) return this.transaction(() => this.run(statement));
    joined.wrote(statement.table);
    const changes = this.#attempt(() => joined.connection.run(statement));
    if (performance.now() - this.#turned > TURN_MS) await this.#giveTurn();
    return changes;
  }

  async runBeforeCommit(statement: Statement): Promise<void> {
    await this.run(statement);
  }

  async runScript(statements: readonly string[]): Promise<void> {
    await this.transaction(async () => {
      for (const sql of statements) await this.run({ sql, parameters: [] });
    });
  }

  async runAlone(sql: string): Promise<void> {
    if (this.inTransaction) throw new UsageError('This statement must not run inside a transaction.');
    await this.run({ sql, parameters: [] });
  }

  /** SQLite responds synchronously, so work with many statements would never yield: readers get a turn from time to time. */
  async #giveTurn(): Promise<void> {
    await immediate();
    this.#turned = performance.now();
  }

  async transaction<T>(work: () => Promise<T>): Promise<T> {
    const joined = this.#ambient.current;
    if (joined) return joined.join(work);
    if (this.#closed) throw new UnavailableError('The database is closed.');
    return this.#queue.run(work);
  }

  afterCommit(action: () => void): void {
    const joined = this.#ambient.current;
    if (joined) joined.onCommit(action);
    else action();
  }

  afterRollback(action: () => void): void {
    this.#ambient.current?.onRollback(action);
  }

  exclusively<T>(_name: string, work: () => Promise<T>): Promise<T> {
    return this.transaction(work);
  }

  /** Only one transaction writes at a time, so the current one has every lock. */
  async lock(): Promise<void> {
    if (!this.inTransaction) throw new UsageError('A lock requires a transaction; start one first.');
  }

  /**
   * Overwrites deleted data in the file, and empties the log; one call after the other.
   *
   * @returns false if others were reading all the time, or another process began the same
   */
  async scrub(): Promise<boolean> {
    if (this.inTransaction) throw new UsageError('Deleted data cannot be overwritten inside a transaction.');
    const scrubbing = this.#scrubbing.then(async () => {
      const isOverwritten = await overwriteDeleted(this);
      return isOverwritten && (this.#reader === this.#writer || (await emptyLog(sqlitePath(this.url))));
    });
    this.#scrubbing = scrubbing.catch(() => undefined);
    return scrubbing;
  }

  /** A repeated read returns the same rows, as the same object, until the data version shows a write. */
  dataMark(): Promise<object> {
    return this.all({ sql: 'SELECT 1 AS mark', parameters: [], repeatable: true });
  }

  async analyze({ ifGrown = false }: { readonly ifGrown?: boolean } = {}): Promise<boolean> {
    if (ifGrown && !(await hasGrown(this))) return false;
    await analyzeSqlite(this);
    return true;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#queue.idle();
    await this.#threads.close();
    if (this.#reader !== this.#writer) this.#reader.close();
    this.#writer.close();
  }

  /**
   * Returns the connection for a read: the transaction's own, else the one for committed data. In memory there is only one, so that a read
   * outside a transaction queues with the writers: undefined.
   */
  #readable(): SqliteConnection | undefined {
    const joined = this.#ambient.current;
    if (joined) return joined.connection;
    if (this.#closed) throw new UnavailableError('The database is closed.');
    return this.#reader === this.#writer ? undefined : this.#reader;
  }

  #attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw sqliteError(error);
    }
  }
}
