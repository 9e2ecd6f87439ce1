import { setImmediate as immediate } from 'node:timers/promises';
import { SqliteConnection } from '../storage/sqlite/sqlite-connection.ts';
import { sqliteDialect } from '../storage/sqlite/sqlite-dialect.ts';
import { sqliteError } from '../storage/sqlite/sqlite-errors.ts';
import { STORED_COLUMNS, valuesOf } from './insert-links.ts';
import { type ChainHead, ENTRIES_AT_ONCE, firstUnsealed, headOf, lookedBackFrom, type LogReader, nextLinks } from './read-unsealed.ts';

/** Links that are appended in one transaction, which takes a few milliseconds. */
const APPENDED_AT_ONCE = 2000;

const COLUMNS = STORED_COLUMNS.map((name) => `"${name}"`).join(', ');
/** A commit of links waits for no disk: what a power failure takes of them is sealed again, and checkpoints bring all to disk. */
const SETTINGS = 'PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 4000;';

/**
 * Seals the entries of a SQLite file from a thread of its own. SQLite has one writer: links are made and put into a table in the
 * memory of this connection first, and the lock is held for as long as it takes to copy them.
 */
export class StagedSealer {
  readonly #connection: SqliteConnection;
  readonly #reader: LogReader;

  /** @param path of the database file, which has the tables of the log */
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
   * Does what `sealAuditEntries` does.
   *
   * @param lookBack milliseconds
   * @param isStopping ends the round before its end
   */
  async seal(lookBack: number, isStopping: () => boolean = () => false): Promise<ReadonlyMap<string, ChainHead>> {
    const grown = new Map<string, ChainHead>();
    try {
      let from = await firstUnsealed(this.#reader, await lookedBackFrom(this.#reader, lookBack));
      while (from !== undefined && !isStopping()) {
        const staged = await this.#stage(from);
        // Where somebody else has sealed meanwhile, the same entries are looked at again.
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

  /** Entries and the ends of their chains are read as they were at one moment. */
  async #stage(from: string): Promise<Staged> {
    const heads = new Map<string, ChainHead>();
    const stamp = sqliteDialect.encode('datetime', new Date().toISOString());
    const sql = `INSERT INTO temp.staged VALUES (${STORED_COLUMNS.map(() => '?').join(', ')})`;
    let next: string | undefined = from;
    this.#connection.exec('DELETE FROM temp.staged; BEGIN');
    try {
      for (let count = 0; next !== undefined && count < APPENDED_AT_ONCE; count += ENTRIES_AT_ONCE) {
        const { links } = await nextLinks(this.#reader, next, heads);
        for (const link of links) this.#connection.run({ sql, parameters: valuesOf(sqliteDialect, link, stamp) });
        next = links.length < ENTRIES_AT_ONCE ? undefined : after(links.at(-1)?.entryId);
      }
      const before = new Map<string, ChainHead | undefined>();
      for (const chain of heads.keys()) before.set(chain, await headOf(this.#reader, chain));
      return { before, heads, next };
    } finally {
      this.#connection.exec('COMMIT');
    }
  }

  /** @returns whether the links are in the chain: not where a chain has grown since they were made */
  async #append({ before }: Staged): Promise<boolean> {
    this.#connection.exec('BEGIN IMMEDIATE');
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

/** Links that wait to be appended. */
interface Staged {
  /** How far the chains went when the links were made. */
  readonly before: ReadonlyMap<string, ChainHead | undefined>;
  /** How far they go with them. */
  readonly heads: ReadonlyMap<string, ChainHead>;
  /** The entry to go on from; undefined where there are no more. */
  readonly next: string | undefined;
}

/** Staged links are not in the chain yet, so that the entry itself would be found again. */
function after(key: string | undefined): string | undefined {
  return key === undefined ? undefined : `${key} `;
}
