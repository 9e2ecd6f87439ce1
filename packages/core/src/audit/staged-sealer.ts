import { setImmediate as immediate } from 'node:timers/promises';
import { beginImmediate, BRIEF_WAIT } from '../storage/sqlite/begin-immediate.ts';
import { SqliteConnection } from '../storage/sqlite/sqlite-connection.ts';
import { sqliteDialect } from '../storage/sqlite/sqlite-dialect.ts';
import { sqliteError } from '../storage/sqlite/sqlite-errors.ts';
import { STORED_COLUMNS, valuesOf } from './insert-links.ts';
import { type ChainHead, ENTRIES_AT_ONCE, firstUnsealed, headOf, lookedBackFrom, type LogReader, nextLinks } from './read-unsealed.ts';

/** Links appended in one transaction, which takes a few milliseconds. */
const APPENDED_AT_ONCE = 2000;

const COLUMNS = STORED_COLUMNS.map((name) => `"${name}"`).join(', ');
/** Commits of links do not wait for the disk: links lost in a power failure are sealed again, and checkpoints flush to disk. */
const SETTINGS = `PRAGMA synchronous = NORMAL; ${BRIEF_WAIT}`;

/**
 * Seals the entries of a SQLite file from its own thread. SQLite has one writer: links are first written to an in-memory
 * table of this connection, and the lock is held only while they are copied.
 */
export class StagedSealer {
  readonly #connection: SqliteConnection;
  readonly #reader: LogReader;

  /** @param path the path of the database file, which contains the tables of the log */
  constructor(path: string) {
    const connection = new SqliteConnection(path, { pages: 4 });
    connection.exec(`${SETTINGS} CREATE TEMP TABLE staged AS SELECT ${COLUMNS} FROM audit_chain LIMIT 0`);
    this.#connection = connection;
    this.#reader = {
      dialect: sqliteDialect,
      first: (statement) => Promise.resolve(connection.get(statement)),
      values: (statement) => Promise.resolve(connection.values(statement)),
    };
  }

  /**
   * Does the same as `sealAuditEntries`.
   *
   * @param lookBack milliseconds
   * @param isStopping ends the round early
   */
  async seal(lookBack: number, isStopping: () => boolean = () => false): Promise<ReadonlyMap<string, ChainHead>> {
    const grown = new Map<string, ChainHead>();
    try {
      let from = await firstUnsealed(this.#reader, await lookedBackFrom(this.#reader, lookBack));
      while (from !== undefined && !isStopping()) {
        const staged = await this.#stage(from);
        // If another process has sealed in the meantime, the same entries are read again.
        if (staged.heads.size === 0 || (await this.#append(staged))) {
          for (const [chain, head] of staged.heads) grown.set(chain, head);
          from = staged.next;
        }
        await immediate();
      }
    } catch (error) {
      throw sqliteError(error);
    }
    return grown;
  }

  close(): void {
    this.#connection.close();
  }

  /** Reads entries and ends of chains in one snapshot. */
  async #stage(from: string): Promise<Staged> {
    const heads = new Map<string, ChainHead>();
    const stamp = sqliteDialect.encode('datetime', new Date().toISOString());
    const sql = `INSERT INTO temp.staged VALUES (${STORED_COLUMNS.map(() => '?').join(', ')})`;
    let next: string | undefined = from;
    this.#connection.exec('DELETE FROM temp.staged; BEGIN');
    try {
      for (let count = 0; next !== undefined && count < APPENDED_AT_ONCE; count += ENTRIES_AT_ONCE) {
        const read = await nextLinks(this.#reader, next, heads);
        for (const link of read.links) this.#connection.run({ sql, parameters: valuesOf(sqliteDialect, link, stamp) });
        next = read.next;
      }
      const before = new Map<string, ChainHead | undefined>();
      for (const chain of heads.keys()) before.set(chain, await headOf(this.#reader, chain));
      return { before, heads, next };
    } finally {
      this.#connection.exec('COMMIT');
    }
  }

  /** @returns whether the links were appended: not if a chain has grown since they were created */
  async #append({ before }: Staged): Promise<boolean> {
    await beginImmediate(this.#connection);
    try {
      for (const [chain, head] of before) {
        const now = await headOf(this.#reader, chain);
        if (now?.sequence !== head?.sequence || now?.chainHash !== head?.chainHash) {
          this.#connection.exec('ROLLBACK');
          return false;
        }
      }
      this.#connection.exec(`INSERT INTO audit_chain (${COLUMNS}) SELECT ${COLUMNS} FROM temp.staged ORDER BY rowid; COMMIT`);
      return true;
    } catch (error) {
      if (this.#connection.isTransacting) this.#connection.exec('ROLLBACK');
      throw error;
    }
  }
}

/** The staged links. */
interface Staged {
  /** The ends of the chains when the links were created. */
  readonly before: ReadonlyMap<string, ChainHead | undefined>;
  /** The ends of the chains including the links. */
  readonly heads: ReadonlyMap<string, ChainHead>;
  /** The entry to continue from; undefined at the end. */
  readonly next: string | undefined;
}
