import type { Row, Statement } from '../database.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

const MAXIMUM_ROWS = 2_000;
const DATA_VERSION: Statement = { sql: 'PRAGMA data_version', parameters: [] };

/**
 * Keeps what was read for as long as it is true: SQLite tells by its data version whether any other connection, of this
 * process or another one, has written since (https://sqlite.org/pragma.html#pragma_data_version). A page that many ask
 * for, and the count of what matches, which is the one part of a list that grows with the table, are then read once
 * between two writes.
 *
 * Rows are shared: whoever gets one must not change it.
 */
export class ReadCache {
  readonly #connection: SqliteConnection;
  readonly #results = new Map<string, Map<string, readonly Row[]>>();
  #rows = 0;
  #version: unknown;

  /** @param connection one that only reads, so that every write is another connection's */
  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  all(statement: Statement): readonly Row[] {
    const version = this.#connection.get(DATA_VERSION)?.['data_version'];
    if (version !== this.#version || this.#rows > MAXIMUM_ROWS) {
      this.#results.clear();
      this.#rows = 0;
      this.#version = version;
    }
    const key = JSON.stringify(statement.parameters);
    let results = this.#results.get(statement.sql);
    if (!results) this.#results.set(statement.sql, (results = new Map<string, readonly Row[]>()));
    const known = results.get(key);
    if (known) return known;
    const rows = this.#connection.all(statement);
    results.set(key, rows);
    this.#rows += rows.length + 1;
    return rows;
  }
}
