import type { Database } from '@colophon/core';

const CANDIDATES = 50;

/** Where a slug must be the only one of its kind. */
export interface SlugPlace {
  readonly table: string;
  readonly tenantId: string | null;
  readonly context: string;
}

/**
 * The slug itself when it is free, else the first free one of `slug-2`, `slug-3` and so on. It stays free until the
 * ambient transaction ends, as far as others make their slugs here too.
 */
export async function freeSlug(database: Database, place: SlugPlace, wanted: string): Promise<string> {
  await database.lock(JSON.stringify([place.table, place.tenantId, place.context, wanted]));
  if ((await takenSlugs(database, place, [wanted])).size === 0) return wanted;
  for (let start = 2; ; start += CANDIDATES) {
    const candidates = Array.from({ length: CANDIDATES }, (_, index) => `${wanted}-${start + index}`);
    const taken = await takenSlugs(database, place, candidates);
    const free = candidates.find((candidate) => !taken.has(candidate));
    if (free !== undefined) return free;
  }
}

async function takenSlugs(
  database: Database,
  { table, tenantId, context }: SlugPlace,
  candidates: readonly string[],
): Promise<Set<unknown>> {
  const query = database.dialect.builder
    .selectFrom(table)
    .select('slug')
    .where('slug', 'in', candidates)
    .where('context', '=', context)
    .where('tenantId', tenantId === null ? 'is' : '=', tenantId);
  return new Set((await database.all(query.compile())).map((row) => row['slug']));
}
