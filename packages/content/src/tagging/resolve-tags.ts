import { type Call, type Database, normalizeText, tenantIn, ValidationError } from '@colophon/core';
import { existingSlugs, isOwnOrGlobal, shownSlug, slugFault, type SlugCall, Tags, tagSlug } from '@colophon/tags';

const MAXIMUM_NAME = 200;

/**
 * Converts tags as written by people to slugs of existing tags, in order and without duplicates.
 *
 * A text that equals a tag's slug selects that tag; otherwise it is converted to a slug, and if no tag has that either, a tag with it as an
 * alias is used (a merged tag's old slug). Unknown tags are created in context `global`, named as written.
 *
 * The tags are those of the tenant that the call acts in, then the global ones; it must act in the tenant of the tagged record, to which
 * unknown tags belong.
 *
 * @throws ValidationError naming the invalid tag
 */
export async function resolveTags(database: Database, call: Call, given: readonly string[]): Promise<string[]> {
  given.forEach((text, index) => {
    if (nameOf(text).length > MAXIMUM_NAME) {
      throw ValidationError.of([{ pointer: `/tags/${index}`, code: 'too_big', detail: `must be at most ${MAXIMUM_NAME} characters long` }]);
    }
  });
  const found = await findTags(database, call, given.map(nameOf));
  if (found.length === 0) return [];
  const wanted = new Map<string, { slug: string; name?: string }>(found.map(({ slug }) => [slug, { slug }]));
  for (const { name, slug, isKnown } of found) if (!isKnown && name !== slug && !wanted.get(slug)?.name) wanted.set(slug, { slug, name });
  await new Tags(database, call).ensureTags([...wanted.values()]);
  return [...wanted.keys()];
}

/** Returns the slugs that `resolveTags` would convert tags to, by the text as it was given. Nothing is created. */
export async function slugsOfTags(database: Database, call: SlugCall, given: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const found = await findTags(database, call, given.map(nameOf));
  const slugs = new Map(found.map(({ name, slug }) => [name, slug]));
  return new Map(
    given.flatMap((text) => {
      const slug = slugs.get(nameOf(text));
      return slug === undefined ? [] : [[text, slug] as const];
    }),
  );
}

interface FoundTag {
  readonly name: string;
  readonly slug: string;
  /** Whether there is a tag with the slug, or one whose alias it was. */
  readonly isKnown: boolean;
}

function nameOf(text: string): string {
  return normalizeText(text, 'NFC').trim().replaceAll(/\s+/gu, ' ');
}

/** Looks up normalized names, in order and without duplicates; empty ones are omitted. */
async function findTags(database: Database, call: SlugCall, given: readonly string[]): Promise<readonly FoundTag[]> {
  const names = new Map(given.filter((name) => name !== '').map((name) => [name, tagSlug(name)]));
  if (names.size === 0) return [];
  const known = await slugsAmong(database, call, [...new Set([...names.keys(), ...names.values()])]);
  const unknown = [...names].filter(([name, slug]) => !known.has(name) && !known.has(slug));
  const aliased = await tagsByAlias(database, call, [...new Set(unknown.map(([, slug]) => slug))]);
  return [...names].map(([name, slug]) => {
    if (known.has(name)) return { name, slug: name, isKnown: true };
    return { name, slug: known.has(slug) ? slug : (aliased.get(slug) ?? slug), isKnown: known.has(slug) || aliased.has(slug) };
  });
}

/** Returns which of these are slugs of tags of the tenant, or global ones. */
export async function slugsAmong(database: Database, call: SlugCall, texts: readonly string[]): Promise<Set<string>> {
  const candidates = texts.filter((text) => slugFault(text) === undefined);
  return new Set((await existingSlugs(database, call, candidates)).keys());
}

/**
 * Returns the slugs of tags by an alias without language and context, of the tenant's tags if one of them has it; an ambiguous alias is
 * ignored.
 */
export async function tagsByAlias(database: Database, call: SlugCall, aliases: readonly string[]): Promise<Map<string, string>> {
  if (aliases.length === 0) return new Map();
  const query = database.dialect.builder
    .selectFrom('tag_aliases')
    .select(['alias', 'tag_slug'])
    .where('alias', 'in', aliases)
    .where('language', 'is', null)
    .where('context', 'is', null);
  const rows = (await database.all(query.compile())).map((row) => ({ alias: String(row['alias']), key: String(row['tag_slug']) }));
  const found = new Map<string, string>();
  for (const [alias, tags] of Map.groupBy(rows, (row) => row.alias)) {
    const readable = tags.filter(({ key }) => isOwnOrGlobal(call, key));
    const own = readable.filter(({ key }) => tenantIn(key) !== null);
    const [first, ...others] = own.length > 0 ? own : readable;
    if (first && others.length === 0) found.set(alias, shownSlug(first.key));
  }
  return found;
}
