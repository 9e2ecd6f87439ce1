import { type Call, type Database, ValidationError } from '@colophon/core';
import { slugFault, Tags, tagSlug } from '@colophon/tags';

const MAXIMUM_NAME = 200;

/**
 * Converts tags as written by people to slugs of existing tags, in order and without duplicates.
 *
 * A text that equals a tag's slug selects that tag; otherwise it is converted to a slug, and if no tag has that either, a tag with it as an
 * alias is used (a merged tag's old slug). Unknown tags are created in context `global`, named as written.
 *
 * @throws ValidationError naming the invalid tag
 */
export async function resolveTags(database: Database, call: Call, given: readonly string[]): Promise<string[]> {
  const names = new Map<string, string>();
  given.forEach((text, index) => {
    const name = text.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
    if (name.length > MAXIMUM_NAME) {
      throw ValidationError.of([{ pointer: `/tags/${index}`, code: 'too_big', detail: `must be at most ${MAXIMUM_NAME} characters long` }]);
    }
    if (name !== '') names.set(name, tagSlug(name));
  });
  if (names.size === 0) return [];
  const known = await slugsAmong(database, [...new Set([...names.keys(), ...names.values()])]);
  const unknown = [...names].filter(([name, slug]) => !known.has(name) && !known.has(slug));
  const aliased = await tagsByAlias(database, [...new Set(unknown.map(([, slug]) => slug))]);
  const made = unknown.filter(([, slug]) => !aliased.has(slug));
  const resolved = [...names].map(([name, slug]) => (known.has(name) ? name : known.has(slug) ? slug : (aliased.get(slug) ?? slug)));
  const wanted = new Map<string, { slug: string; name?: string }>(resolved.map((slug) => [slug, { slug }]));
  for (const [name, slug] of made) if (name !== slug && !wanted.get(slug)?.name) wanted.set(slug, { slug, name });
  await new Tags(database, call).ensureTags([...wanted.values()]);
  return [...wanted.keys()];
}

/** Returns which of these are slugs of tags. */
export async function slugsAmong(database: Database, texts: readonly string[]): Promise<Set<string>> {
  const candidates = texts.filter((text) => slugFault(text) === undefined);
  if (candidates.length === 0) return new Set();
  const query = database.dialect.builder.selectFrom('tags').select('slug').where('slug', 'in', candidates);
  return new Set((await database.all(query.compile())).map((row) => String(row['slug'])));
}

/** Returns tags by an alias without language and context; an ambiguous alias is ignored. */
export async function tagsByAlias(database: Database, aliases: readonly string[]): Promise<Map<string, string>> {
  if (aliases.length === 0) return new Map();
  const query = database.dialect.builder
    .selectFrom('tag_aliases')
    .select(['alias', 'tag_slug'])
    .where('alias', 'in', aliases)
    .where('language', 'is', null)
    .where('context', 'is', null);
  const found = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const row of await database.all(query.compile())) {
    const alias = String(row['alias']);
    if (found.has(alias)) ambiguous.add(alias);
    found.set(alias, String(row['tag_slug']));
  }
  for (const alias of ambiguous) found.delete(alias);
  return found;
}
