import { type Database, tenantIn } from '@colophon/core';
import { sql } from 'kysely';
import { chunks } from '../stored/chunks.ts';
import { existingSlugs, isOwnOrGlobal, shownSlug, type SlugCall } from '../stored/stored-slug.ts';
import { foldsOf } from './fold.ts';

/**
 * Resolves slugs that may be outdated: an existing slug stands for itself; any other stands for the tags that have it as a language-neutral
 * alias, as left by a merge. Of the tenant's tags and the global ones, the tenant's own are meant.
 *
 * @returns the current slugs, as they are shown, by the requested text; empty for a text that resolves to no tag
 */
export async function resolveSlugs(
  database: Database,
  call: SlugCall,
  requested: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const resolved = new Map<string, readonly string[]>();
  const unique = [...new Set(requested)];
  for (const [slug, stored] of await existingSlugs(database, call, unique)) resolved.set(slug, [shownSlug(stored)]);
  for (const chunk of chunks(unique.filter((each) => !resolved.has(each)))) {
    for (const [text, slugs] of await byAlias(database, call, chunk)) resolved.set(text, slugs);
  }
  return resolved;
}

async function byAlias(database: Database, call: SlugCall, texts: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const textsByFold = new Map<string, string[]>();
  for (const text of texts) {
    for (const folded of foldsOf(text)) textsByFold.set(folded, [...(textsByFold.get(folded) ?? []), text]);
  }
  if (textsByFold.size === 0) return new Map();
  const query = sql`
    select distinct alias_folded, tag_slug from tag_aliases
    where alias_folded in (${sql.join([...textsByFold.keys()])}) and language is null
    order by tag_slug`;
  const found = new Map<string, string[]>();
  for (const row of await database.all(query.compile(database.dialect.builder))) {
    const stored = String(row['tag_slug']);
    if (!isOwnOrGlobal(call, stored)) continue;
    for (const text of textsByFold.get(String(row['alias_folded'])) ?? []) found.set(text, [...(found.get(text) ?? []), stored]);
  }
  return new Map(Array.from(found, ([text, slugs]) => [text, [...new Set(ownFirst(slugs).map(shownSlug))]]));
}

/** The tenant's own, if there are any. */
function ownFirst(stored: readonly string[]): readonly string[] {
  const own = stored.filter((slug) => tenantIn(slug) !== null);
  return own.length > 0 ? own : stored;
}
