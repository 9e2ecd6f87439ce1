import type { Database } from '@colophon/core';

const CANDIDATES = 50;

/** Where a slug must be the only one of its kind. */
export interface SlugPlace {
  readonly table: string;
  readonly tenantId: string | null;
  readonly context: string;
}

/**
 * The slug itself when it is free, else the first free one of `slug-2`, `slug-3` and so on to fifty, and one of the higher
 * numbers where all of these are taken. It stays free until the
 * ambient transaction ends, as far as others make their slugs here too.
 */
export async function freeSlug(database: Database, place: SlugPlace, wanted: string): Promise<string> {
  await database.lock(JSON.stringify([place.table, place.tenantId, place.context, wanted]));
  if ((await takenSlugs(database, place, [wanted])).size === 0) return wanted;
  const candidates = Array.from({ length: CANDIDATES }, (_, index) => `${wanted}-${index + 2}`);
  const taken = await takenSlugs(database, place, candidates);
  return candidates.find((candidate) => !taken.has(candidate)) ?? `${wanted}-${await freeNumber(database, place, wanted)}`;
}

/** A free number after many taken ones, by doubling and halving: a thousand pieces of one title cost twenty looks, not a thousand. */
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
