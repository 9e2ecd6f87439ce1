import { UsageError } from '../../errors/errors.ts';
import type { Database } from '../database.ts';
import type { Ports } from '../../ports/ports.ts';

export interface OpenOptions {
  /** The page cache of each of the two connections to a SQLite file, in megabytes; by default 8 for writes and 12 for reads. */
  readonly pages?: number;
  /** What the application provides; it may also be provided later, before its first use. */
  readonly ports?: Ports;
}

/**
 * Opens the database at a URL: `sqlite:./file`, `sqlite::memory:` or `postgres://…`. Its schema is not checked or changed; see the
 * migrations.
 *
 * @throws UsageError for any other URL
 */
export async function openDatabase(url: string, options: OpenOptions = {}): Promise<Database> {
  if (url === ':memory:' || url.startsWith('sqlite:')) {
    const { SqliteDatabase } = await import('../sqlite/sqlite-database.ts');
    return new SqliteDatabase(url, options);
  }
  if (/^postgres(ql)?:\/\//.test(url)) {
    const { PostgresDatabase } = await import('../postgres/postgres-database.ts');
    return PostgresDatabase.open(url, options);
  }
  throw new UsageError('A database URL starts with sqlite: or postgres://, such as sqlite:./data/newsroom.sqlite.');
}
