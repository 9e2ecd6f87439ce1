import type { Database } from '../database.ts';
import { SqliteDatabase } from './sqlite-database.ts';

/**
 * What became of deleted data: `unfinished` if others were reading or another process began the same, `unsupported` on a database that keeps
 * it until it is vacuumed.
 */
export type Scrubbing = 'done' | 'unfinished' | 'unsupported';

/**
 * Removes deleted data from the bytes of the database too, after the erasure of a person: deleting a row leaves its words in search
 * indexes, unused pages and the write-ahead log. On SQLite it overwrites them, in short transactions. On PostgreSQL it does nothing:
 * `VACUUM (FULL, ANALYZE)` does, which locks each table for its duration.
 *
 * Not inside a transaction.
 */
export async function scrubDeleted(database: Database): Promise<Scrubbing> {
  if (!(database instanceof SqliteDatabase)) return 'unsupported';
  return (await database.scrub()) ? 'done' : 'unfinished';
}
