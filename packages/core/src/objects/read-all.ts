import type { Collection } from './collection.ts';
import type { Query } from './query.ts';
import type { StoredObject } from './stored-object.ts';

const AT_ONCE = 1000;

/**
 * Returns all matching records, oldest first, however many there are: a list returns at most a thousand.
 *
 * @example
 * const drafts = await readAll(new Notes(database), { status: 'draft' });
 */
export async function readAll<Record extends StoredObject>(
  collection: Collection<Record>,
  where: NonNullable<Query['where']>,
): Promise<Record[]> {
  const all: Record[] = [];
  for (;;) {
    const some = await collection.list({ where, orderBy: 'created_at,id', limit: AT_ONCE, offset: all.length } as never);
    all.push(...some);
    if (some.length < AT_ONCE) return all;
  }
}
