import { UsageError } from '../errors/errors.ts';
import type { Database } from './database.ts';

/**
 * Opens the database at a URL: `sqlite:./file`, `sqlite::memory:` or `postgres://…`. Its schema is not checked or changed; see the
 * migrations.
 *
 * @throws UsageError for any other URL
 */
export async function openDatabase(url: string): Promise<Database> {
  if (url === ':memory:' || url.startsWith('sqlite:')) {
    const { SqliteDatabase } = await import('./sqlite/sqlite-database.ts');
    return new SqliteDatabase(url);
  }
  if (/^postgres(ql)?:\/\//.test(url)) {
    const { PostgresDatabase } = await import('./postgres/postgres-database.ts');
    return PostgresDatabase.open(url);
  }
  throw new UsageError('A database URL starts with sqlite: or postgres://, such as sqlite:./data/newsroom.sqlite.');
}
