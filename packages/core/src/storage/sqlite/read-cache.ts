import { nextTick } from 'node:process';
import type { Row, Statement } from '../statement.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/**
 * Limit of the cached characters, in total and for one result: a page of very long texts is read each time. Data derived from rows and
 * cached with them, such as their JSON, needs about twice as much again.
 */
const MAXIMUM_SIZE = 4_000_000;
const MAXIMUM_RESULT = 200_000;
/** Reads that were made once since the last write; only reads that are soon repeated are cached. */
const MAXIMUM_SEEN = 1000;
const DATA_VERSION: Statement = { sql: 'PRAGMA data_version', parameters: [] };

/**
 * Caches read results as long as they are valid: SQLite's data version shows whether another connection, of this process or another one,
 * has written since (https://sqlite.org/pragma.html#pragma_data_version). A popular page, and its count, which is the one part of a list
 * whose cost grows with the table, are then read once between two writes.
 *
 * Rows are shared by all callers, and therefore frozen.
 */
export class ReadCache {
  readonly #connection: SqliteConnection;
  readonly #results = new Map<string, Map<string, readonly Row[]>>();
  /** By the text of the statement: building and looking up one long key of text and values would cost too much per read. */
  readonly #seen = new Map<string, Set<string>>();
  #seenCount = 0;
  readonly #reading = new Map<string, Promise<Row[]>>();
  #size = 0;
  #version: unknown;
  #asked = false;

  /** @param connection a read-only one, so that every write is another connection's */
  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  all(statement: Statement): readonly Row[] {
    const key = JSON.stringify(statement.parameters);
    return this.#wasSeen(statement, key) ? this.#kept(statement, key) : this.#connection.all(statement);
  }

  first(statement: Statement): Row | undefined {
    const key = JSON.stringify(statement.parameters);
    return this.#wasSeen(statement, key) ? this.#kept(statement, key)[0] : this.#connection.get(statement);
  }

  #kept(statement: Statement, key: string): readonly Row[] {
    if (!this.#asked) this.#askVersion();
    return this.#results.get(statement.sql)?.get(key) ?? this.#keep(statement, key, this.#connection.all(statement));
  }

  /**
   * Whether this read was made recently. The first read is not cached: caching costs more than reading (freezing, measuring, and the memory
   * of rows that are never read again), and so does querying their version.
   */
  #wasSeen({ sql }: Statement, key: string): boolean {
    let keys = this.#seen.get(sql);
    if (keys?.has(key)) return true;
    if (this.#seenCount >= MAXIMUM_SEEN) {
      this.#forgetSeen();
      keys = undefined;
    }
    if (!keys) this.#seen.set(sql, (keys = new Set<string>()));
    keys.add(key);
    this.#seenCount += 1;
    return false;
  }

  #forgetSeen(): void {
    this.#seen.clear();
    this.#seenCount = 0;
  }

  /** The same for a read that is done elsewhere. Concurrent identical reads share it. */
  async allFrom(statement: Statement, read: () => Promise<Row[]>): Promise<readonly Row[]> {
    if (!this.#asked) this.#askVersion();
    const key = JSON.stringify(statement.parameters);
    const known = this.#resultsOf(statement).get(key);
    if (known) return known;
    const version = this.#version;
    const whole = `${String(version)} ${key} ${statement.sql}`;
    let reading = this.#reading.get(whole);
    if (!reading) {
      reading = read().finally(() => this.#reading.delete(whole));
      this.#reading.set(whole, reading);
    }
    const rows = await reading;
    if (!this.#asked) this.#askVersion();
    // A result read after a write may or may not include it: it is returned, but not cached.
    return this.#version === version ? (this.#resultsOf(statement).get(key) ?? this.#keep(statement, key, rows)) : rows;
  }

  #resultsOf({ sql }: Statement): Map<string, readonly Row[]> {
    let results = this.#results.get(sql);
    if (!results) this.#results.set(sql, (results = new Map<string, readonly Row[]>()));
    return results;
  }

  #keep(statement: Statement, key: string, rows: readonly Row[]): readonly Row[] {
    const size = key.length + sizeOf(rows);
    if (size > MAXIMUM_RESULT) return rows;
    for (const row of rows) Object.freeze(row);
    this.#resultsOf(statement).set(key, rows);
    this.#size += size;
    return rows;
  }

  /** Records that this process has written: the version is queried again before the next read. */
  written(): void {
    this.#asked = false;
  }

  /**
   * Queries the version once for all reads in this turn of the event loop. A caller that has received another process's response can only
   * make a request in a later turn, and so sees its data.
   */
  #askVersion(): void {
    const version = this.#connection.get(DATA_VERSION)?.['data_version'];
    if (version !== this.#version || this.#size > MAXIMUM_SIZE) {
      this.#results.clear();
      this.#forgetSeen();
      this.#size = 0;
      this.#version = version;
    }
    this.#asked = true;
    nextTick(() => (this.#asked = false));
  }
}

/** Estimates the number of characters in rows; a value that is not text counts for a few. */
function sizeOf(rows: readonly Row[]): number {
  let size = 100;
  for (const row of rows) for (const name in row) size += typeof row[name] === 'string' ? row[name].length : 8;
  return size;
}
