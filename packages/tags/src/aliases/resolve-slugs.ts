import type { Database } from '@colophon/core';
import { sql } from 'kysely';
import { chunks } from '../stored/chunks.ts';
import { foldsOf } from './fold.ts';

/**
 * Resolves slugs that may be outdated: an existing slug stands for itself; any other stands for the tags that have it as a language-neutral
 * alias, as left by a merge.
 *
 * @returns the current slugs by the requested text; empty for a text that resolves to no tag
 */
export async function resolveSlugs(database: Database, requested: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const resolved = new Map<string, readonly string[]>();
  const unique = [...new Set(requested)];
  for (const chunk of chunks(unique)) {
    for (const slug of await existing(database, chunk)) resolved.set(slug, [slug]);
  }
  for (const chunk of chunks(unique.filter((each) => !resolved.has(each)))) {
    for (const [text, slugs] of await byAlias(database, chunk)) resolved.set(text, slugs);
  }
  return resolved;
}

async function existing(database: Database, slugs: readonly string[]): Promise<readonly string[]> {
  const rows = await database.all(database.dialect.builder.selectFrom('tags').select('slug').where('slug', 'in', slugs).compile());
  return rows.map((row) => String(row['slug']));
}

async function byAlias(database: Database, texts: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const textsByFold = new Map<string, string[]>();
  for (const text of texts) {
    for (const folded of foldsOf(text)) textsByFold.set(folded, [...(textsByFold.get(folded) ?? []), text]);
  }
  if (textsByFold.size === 0) return new Map();
  const query = sql`
    select distinct alias_folded, tag_slug from tag_aliases
    where alias_folded in (${sql.join([...textsByFold.keys()])}) and language is null
    order by tag_slug`;
  const slugsByText = new Map<string, Set<string>>();
  for (const row of await database.all(query.compile(database.dialect.builder))) {
    for (const text of textsByFold.get(String(row['alias_folded'])) ?? []) {
      slugsByText.set(text, (slugsByText.get(text) ?? new Set()).add(String(row['tag_slug'])));
    }
  }
  return new Map(Array.from(slugsByText, ([text, slugs]) => [text, [...slugs]]));
}
