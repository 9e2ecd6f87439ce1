import type { Database } from '@colophon/core';

const MAXIMUM_LENGTH = 100;
const CANDIDATES = 50;

/**
 * Makes a slug of a title: letters and digits of any script in lower case, accents taken off, everything else a hyphen.
 *
 * @example
 * slugOfTitle('Señor García’s 2nd “Open” Letter') // 'senor-garcias-2nd-open-letter'
 */
export function slugOfTitle(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .replaceAll(/['’‘]/gu, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  return shortened(words.replaceAll(/^-+|-+$/gu, '')) || 'untitled';
}

/** Cut at a hyphen where there is one, so that no word is left in half. */
function shortened(slug: string): string {
  const characters = [...slug];
  if (characters.length <= MAXIMUM_LENGTH) return slug;
  const cut = characters.slice(0, MAXIMUM_LENGTH).join('');
  return cut.includes('-') ? cut.slice(0, cut.lastIndexOf('-')) : cut;
}

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
  for (let start = 1; ; start += CANDIDATES) {
    const candidates = Array.from({ length: CANDIDATES }, (_, index) => (start + index === 1 ? wanted : `${wanted}-${start + index}`));
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
