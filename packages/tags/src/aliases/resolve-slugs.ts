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
export async function resolveSlugs(database: Database, wanted: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const asked = [...new Set(wanted)];
  for (const some of chunks(asked)) {
    for (const slug of await existing(database, some)) found.set(slug, [slug]);
  }
  for (const some of chunks(asked.filter((each) => !found.has(each)))) {
    for (const [text, slugs] of await byAlias(database, some)) found.set(text, slugs);
  }
  return found;
}

async function existing(database: Database, slugs: readonly string[]): Promise<readonly string[]> {
  const rows = await database.all(database.dialect.builder.selectFrom('tags').select('slug').where('slug', 'in', slugs).compile());
  return rows.map((row) => String(row['slug']));
}

async function byAlias(database: Database, texts: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const askedBy = new Map<string, string[]>();
  for (const text of texts) {
    for (const folded of foldsOf(text)) askedBy.set(folded, [...(askedBy.get(folded) ?? []), text]);
  }
  if (askedBy.size === 0) return new Map();
  const query = sql`
    select distinct alias_folded, tag_slug from tag_aliases
    where alias_folded in (${sql.join([...askedBy.keys()])}) and language is null
    order by tag_slug`;
  const meant = new Map<string, Set<string>>();
  for (const row of await database.all(query.compile(database.dialect.builder))) {
    for (const text of askedBy.get(String(row['alias_folded'])) ?? []) {
      meant.set(text, (meant.get(text) ?? new Set()).add(String(row['tag_slug'])));
    }
  }
  return new Map(Array.from(meant, ([text, slugs]) => [text, [...slugs]]));
}
