import type { Collection, Query, StoredObject } from '@colophon/core';

const AT_ONCE = 1000;

/** Returns all matching records, however many there are: a list returns at most a thousand. */
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
