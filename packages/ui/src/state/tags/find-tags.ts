import { type ColophonClient, send } from '../client-port.ts';
import { readItems } from '../read-answer.ts';

/** A tag that was found for a text. */
export interface FoundTag {
  readonly slug: string;
  readonly name: string;
  /** Whether the text is one of its aliases. */
  readonly isAlias: boolean;
}

interface Listed {
  readonly slug?: unknown;
  readonly name?: unknown;
}

/** The most tags that one look-up returns by name. */
const MOST = 8;
/** Slugs in one request, whose address must not be too long. */
const SLUGS_AT_ONCE = 50;

/** Finds the tags that have a text as an alias, and those whose names begin with it. Without an answer there are none. */
export async function findTags(client: ColophonClient, text: string, signal: AbortSignal): Promise<readonly FoundTag[]> {
  const [byAlias, byName] = await Promise.allSettled([
    send(client, 'get', '/tags/search-by-alias', { params: { query: { alias: text } }, signal }),
    send(client, 'get', '/tags', { params: { query: { search: `${text}*`, limit: MOST, count: 'none' } }, signal }),
  ]);
  const found = [
    ...(byAlias.status === 'fulfilled' ? read(byAlias.value.value, true) : []),
    ...(byName.status === 'fulfilled' ? read(byName.value.value, false) : []),
  ];
  return found.filter(({ slug }, index) => found.findIndex((each) => each.slug === slug) === index);
}

/** Returns the names of tags by their slugs, without those that are in no vocabulary. @throws ProblemError */
export async function readTagNames(
  client: ColophonClient,
  slugs: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (let start = 0; start < slugs.length; start += SLUGS_AT_ONCE) {
    const some = slugs.slice(start, start + SLUGS_AT_ONCE);
    const query = { 'slug[in]': some.join(','), limit: SLUGS_AT_ONCE, count: 'none' };
    const { value } = await send(client, 'get', '/tags', { params: { query }, signal });
    for (const { slug, name } of read(value, false)) names.set(slug, name);
  }
  return names;
}

function read(value: unknown, isAlias: boolean): readonly FoundTag[] {
  return readItems<Listed>(value).flatMap(({ slug, name }) =>
    typeof slug === 'string' ? [{ slug, name: typeof name === 'string' && name !== '' ? name : slug, isAlias }] : [],
  );
}
