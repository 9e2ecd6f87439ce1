import type { Database } from '@colophon/core';

const CANDIDATES = 50;

/** The scope in which a slug must be unique. */
export interface SlugPlace {
  readonly table: string;
  readonly tenantId: string | null;
  readonly context: string;
}

/**
 * Returns the slug itself if it is free, else the first free one of `slug-2`, `slug-3` and so on to fifty, and a higher number if all of
 * these are taken. It stays free until the ambient transaction ends, as long as other slugs are generated here too.
 */
export async function freeSlug(database: Database, place: SlugPlace, wanted: string): Promise<string> {
  await database.lock(JSON.stringify([place.table, place.tenantId, place.context, wanted]));
  if ((await takenSlugs(database, place, [wanted])).size === 0) return wanted;
  const candidates = Array.from({ length: CANDIDATES }, (_, index) => `${wanted}-${index + 2}`);
  const taken = await takenSlugs(database, place, candidates);
  return candidates.find((candidate) => !taken.has(candidate)) ?? `${wanted}-${await freeNumber(database, place, wanted)}`;
}

/**
 * Finds a free number after many taken ones by doubling and halving: a thousand pieces with one title cost twenty queries, not a thousand.
 */
async function freeNumber(database: Database, place: SlugPlace, wanted: string): Promise<number> {
  const isTaken = async (number: number): Promise<boolean> => (await takenSlugs(database, place, [`${wanted}-${number}`])).size > 0;
  let taken = CANDIDATES + 1;
  let free = taken * 2;
  while (await isTaken(free)) {
    taken = free;
    free *= 2;
  }
  while (free - taken > 1) {
    const middle = (taken + free) >> 1;
    if (await isTaken(middle)) taken = middle;
    else free = middle;
  }
  return free;
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
