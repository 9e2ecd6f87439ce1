import { UsageError } from '../../errors/errors.ts';
import type { Database } from '../database.ts';
import type { Ports } from '../../ports/ports.ts';

export interface OpenOptions {
  /** The page cache of each of the two connections to a SQLite file, in megabytes; by default 8 for writes and 12 for reads. */
  readonly pages?: number;
  /**
   * The maximum number of connections of this process to a PostgreSQL server, at least 6; 14 by default. Four of them are those of the queue
   * of jobs, of their notifications and of the sealing of the audit log; the others are shared by requests.
   */
  readonly connections?: number;
  /**
   * What stands between this process and a PostgreSQL server: `transaction` is a pooler, such as PgBouncer, that gives a connection to a
   * client for one transaction only. Statements are not prepared by name then, and nothing is set for a session.
   */
  readonly pooler?: 'transaction';
  /** The URL of the server without the pooler, for notifications, the queue of jobs, the sealing of the audit log and migrations. */
  readonly directUrl?: string;
  /**
   * While a snapshot is written in several transactions, rows may come before those that they refer to. SQLite checks references otherwise;
   * on PostgreSQL tables have none until `finishTables`.
   */
  readonly references?: 'unchecked';
  /** What the application provides; it may also be provided later, before its first use. */
  readonly ports?: Ports;
}

const CONNECTIONS = 14;
const LEAST_CONNECTIONS = 6;
/** Two of the queue of jobs, one that listens to them, and one that seals the audit log. */
const BESIDE = 4;

/**
 * Opens the database at a URL: `sqlite:./file`, `sqlite::memory:` or `postgres://…`. Its schema is not checked or changed; see the
 * migrations.
 *
 * @throws UsageError for any other URL, too few connections, or a pooler without a direct URL
 */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<Database> {
  if (url === ':memory:' || url.startsWith('sqlite:')) {
    const { SqliteDatabase } = await import('../sqlite/sqlite-database.ts');
    return new SqliteDatabase(url, options);
  }
  if (/^postgres(ql)?:\/\//.test(url)) {
    const { PostgresDatabase } = await import('../postgres/postgres-database.ts');
    const { connections = CONNECTIONS, pooler, directUrl, ports } = options;
    if (!(Number.isInteger(connections) && connections >= LEAST_CONNECTIONS))
      throw new UsageError(
        `A process needs at least ${LEAST_CONNECTIONS} connections to PostgreSQL: connections must be a whole number from there on.`,
      );
    if (pooler !== undefined && directUrl === undefined)
      throw new UsageError('Behind a pooler of transactions directUrl is required: the URL of the PostgreSQL server itself.');
    return PostgresDatabase.open(url, {
      connections: connections - BESIDE,
      ...(pooler && directUrl !== undefined ? { directUrl } : {}),
      ...(ports ? { ports } : {}),
    });
  }
  throw new UsageError('A database URL starts with sqlite: or postgres://, such as sqlite:./data/newsroom.sqlite.');
}
