import type { Database } from './database.ts';

/**
 * Reads of one moment of a database, however long they take and whatever is written meanwhile. They hold up no writer, but the database
 * keeps what it replaces until they are closed.
 */
export interface PinnedReads extends Pick<Database, 'dialect' | 'all' | 'first' | 'values'> {
  close(): Promise<void>;
}
