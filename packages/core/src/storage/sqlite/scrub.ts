import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { SqliteConnection } from './sqlite-connection.ts';

/** Pages of a search index that are merged in one transaction: more would hold up other writers for long. */
const PAGES_AT_ONCE = 50;
/** Bytes of a page of a long value that refer to the next one, and bytes that are written in one transaction. */
const PAGE_LINK = 4;
const BYTES_AT_ONCE = 4_000_000;
/** How the tables that zeros are written to begin. */
const SCRUB_TABLE = '_scrub';
const TRIES = 40;
const PAUSE_MS = 50;

/**
 * Overwrites what was deleted from the file of a database: the words that its search indexes keep of deleted rows, and the pages that no
 * table uses any more. Every step is a short transaction of its own, so that other writers get their turn.
 *
 * @returns false if another process began the same meanwhile, which then overwrites the rest
 */
export async function overwriteDeleted(database: Database): Promise<boolean> {
  for (const index of await searchIndexes(database)) await mergeAway(database, index);
  return overwriteFreePages(database);
}

async function searchIndexes(database: Database): Promise<string[]> {
  const sql = `SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%USING fts5(%'`;
  return (await database.all({ sql, parameters: [] })).map((row) => String(row['name']));
}

/**
 * Merges the segments of an index into one, which leaves out deleted rows: until then their words stay, and a VACUUM copies them
 * (https://sqlite.org/fts5.html#the_merge_command).
 */
async function mergeAway(database: Database, index: string): Promise<void> {
  for (let pages = -PAGES_AT_ONCE; ; pages = PAGES_AT_ONCE) {
    const changes = await database.transaction(async () => {
      const before = await totalChanges(database);
      await database.run({ sql: `INSERT INTO "${index}" ("${index}", rank) VALUES ('merge', ${pages})`, parameters: [] });
      return (await totalChanges(database)) - before;
    });
    // The statement itself counts as one.
    if (changes < 2) return;
  }
}

async function totalChanges(database: Database): Promise<number> {
  return Number((await database.first({ sql: 'SELECT total_changes() AS changes', parameters: [] }))?.['changes']);
}

/**
 * Fills all free pages with zeros, and frees them again: SQLite takes them before it enlarges the file. Another process that begins the same
 * takes over: it ends this one, and what this one has filled is free again.
 *
 * @returns whether no other process took over
 */
async function overwriteFreePages(database: Database): Promise<boolean> {
  const own = `${SCRUB_TABLE}${randomBytes(6).toString('hex')}`;
  const run = (sql: string): Promise<number> => database.run({ sql, parameters: [] });
  let left = await database.transaction(async () => {
    for (const table of await scrubTables(database)) await run(`DROP TABLE "${table}"`);
    const bytes = await freeBytes(database);
    if (bytes > 0) await run(`CREATE TABLE "${own}" (zeros BLOB)`);
    return bytes;
  });
  if (left <= 0) return true;
  const whileOwn = (sql: string): Promise<boolean> =>
    database.transaction(async () => {
      const isOwn = (await scrubTables(database)).includes(own);
      if (isOwn) await run(sql);
      return isOwn;
    });
  for (; left > 0; left -= BYTES_AT_ONCE)
    if (!(await whileOwn(`INSERT INTO "${own}" VALUES (zeroblob(${Math.ceil(Math.min(left, BYTES_AT_ONCE))}))`))) return false;
  return whileOwn(`DROP TABLE "${own}"`);
}

/** How many bytes of a long value the free pages hold. */
async function freeBytes(database: Database): Promise<number> {
  const sql = 'SELECT freelist_count AS pages, page_size AS size FROM pragma_freelist_count, pragma_page_size';
  const sizes = await database.first({ sql, parameters: [] });
  return Number(sizes?.['pages']) * (Number(sizes?.['size']) - PAGE_LINK);
}

/** Those of scrubs that run in other processes, and of those that were interrupted. */
async function scrubTables(database: Database): Promise<string[]> {
  const sql = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '${SCRUB_TABLE}*'`;
  return (await database.all({ sql, parameters: [] })).map((row) => String(row['name']));
}

/**
 * Copies the write-ahead log into the database and empties it, which also a reader of another process can prevent for a moment.
 *
 * @returns whether it is empty
 */
export async function emptyLog(path: string): Promise<boolean> {
  const connection = new SqliteConnection(path);
  try {
    connection.exec('PRAGMA busy_timeout = 2');
    for (let turn = 0; turn < TRIES; turn += 1) {
      const result = connection.get({ sql: 'PRAGMA wal_checkpoint(TRUNCATE)', parameters: [] });
      if (Number(result?.['busy']) === 0) return true;
      await sleep(PAUSE_MS);
    }
    return false;
  } finally {
    connection.close();
  }
}
