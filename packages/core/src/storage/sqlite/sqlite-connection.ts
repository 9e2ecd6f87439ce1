import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Row, Statement } from '../statement.ts';
import { textOfWords } from '../../text/words.ts';
import { foldCase } from './sqlite-dialect.ts';

const MAXIMUM_STATEMENTS = 400;
/** Checkpoints run every 2000 pages (16 MB) rather than every 1000: pages that each write touches are then copied less often. */
const CHECKPOINT_PAGES = 2000;

/** A SQLite connection that caches its prepared statements. */
export class SqliteConnection {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /** @param options `pages`: megabytes of cached pages; `references`: as for `openDatabase` */
  constructor(path: string, options: { readOnly?: boolean; pages?: number; references?: 'unchecked' | undefined } = {}) {
    this.#database = new DatabaseSync(path, { readOnly: options.readOnly ?? false, timeout: 5_000 });
    const { pages = 8, references } = options;
    this.#database.exec(
      `PRAGMA foreign_keys = ${references ? 'OFF' : 'ON'}; PRAGMA cache_size = -${pages * 1000}; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};`,
    );
    this.#database.function('fold', { deterministic: true }, (value) => (typeof value === 'string' ? foldCase(value) : value));
    this.#database.function('words', { deterministic: true }, (value) => (typeof value === 'string' ? textOfWords(value) : value));
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  all({ sql, parameters }: Statement): Row[] {
    return this.#prepared(sql).all(...(parameters as SQLInputValue[])) as Row[];
  }

  get({ sql, parameters }: Statement): Row | undefined {
    return this.#prepared(sql).get(...(parameters as SQLInputValue[])) as Row | undefined;
  }

  values({ sql, parameters }: Statement): unknown[][] {
    return this.#prepared(sql, true).all(...(parameters as SQLInputValue[])) as unknown as unknown[][];
  }

  run({ sql, parameters }: Statement): number {
    return Number(this.#prepared(sql).run(...(parameters as SQLInputValue[])).changes);
  }

  get isTransacting(): boolean {
    return this.#database.isTransaction;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepared(sql: string, asValues = false): StatementSync {
    // A statement returns one of the two; the same text may be needed in both forms.
    const key = asValues ? `${sql} -- values` : sql;
    const known = this.#statements.get(key);
    if (known) return known;
    if (this.#statements.size >= MAXIMUM_STATEMENTS) {
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    const statement = this.#database.prepare(sql);
    if (asValues) statement.setReturnArrays(true);
    this.#statements.set(key, statement);
    return statement;
  }
}
