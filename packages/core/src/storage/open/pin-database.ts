import { UsageError } from '../../errors/errors.ts';
import type { PinnedReads } from '../pinned-reads.ts';

/**
 * Reads one moment of the database at a URL, on a connection of its own: a read-only transaction that lasts until `close`.
 *
 * @param url behind a pooler, that of the PostgreSQL server itself
 * @throws UsageError for any other URL, and for a database in memory
 */
export async function pinDatabase(url: string): Promise<PinnedReads> {
  if (url === ':memory:' || url.startsWith('sqlite:')) {
    const { pinSqlite } = await import('../sqlite/pin-sqlite.ts');
    return pinSqlite(url);
  }
  if (/^postgres(ql)?:\/\//.test(url)) {
    const { pinPostgres } = await import('../postgres/pin-postgres.ts');
    return pinPostgres(url);
  }
  throw new UsageError('A database URL starts with sqlite: or postgres://, such as sqlite:./data/newsroom.sqlite.');
}
