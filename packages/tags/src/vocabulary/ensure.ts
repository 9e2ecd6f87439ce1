import { type Collection, qualify } from '@colophon/core';
import { sql } from 'kysely';
import { nameOfSlug } from '../stored/slugify.ts';
import { shownSlug, storedCandidates } from '../stored/stored-slug.ts';
import type { Tag } from './tag.ts';

/** A required tag: by slug alone, or with the name that it gets if it has to be created. */
export type WantedTag = string | { readonly slug: string; readonly name?: string | undefined };

/**
 * Ensures that tags exist, in whatever context: missing ones are created in `context`. For owners of tagged entities, to be called in the
 * transaction that writes them: the tags cannot be deleted until it ends.
 */
export async function ensureTags(tags: Collection<Tag>, requested: readonly WantedTag[], context: string): Promise<void> {
  const names = new Map<string, string>();
  for (const each of requested) {
    const { slug, name }: { slug: string; name?: string | undefined } = typeof each === 'string' ? { slug: each } : each;
    if (!names.has(slug)) names.set(slug, name ?? nameOfSlug(slug));
  }
  // In a fixed order, so that concurrent callers do not deadlock.
  const slugs = [...names.keys()].sort();
  await tags.transaction(async () => {
    const present = await keepPresent(tags, slugs);
    for (const slug of slugs) {
      if (!present.has(slug)) await makeOnce(tags, slug, context, names.get(slug) ?? slug);
    }
  });
}

/** Returns the existing slugs; on PostgreSQL their rows are locked against deletion until the transaction ends. */
async function keepPresent({ database, call }: Collection<Tag>, slugs: readonly string[]): Promise<Set<string>> {
  const present = new Set<string>();
  for (let start = 0; start < slugs.length; start += 500) {
    const chunk = slugs.slice(start, start + 500);
    const keep = database.dialect.locksRows ? sql` for key share` : sql``;
    const keys = chunk.flatMap((slug) => storedCandidates(call, slug));
    const query = sql`select slug from tags where slug in (${sql.join(keys)}) order by slug${keep}`;
    for (const row of await database.all(query.compile(database.dialect.builder))) present.add(shownSlug(String(row['slug'])));
  }
  return present;
}

/** Returns the tag with this slug, creating it if necessary; two concurrent callers get the same one. */
export async function makeOnce(tags: Collection<Tag>, slug: string, context: string, name: string): Promise<Tag> {
  return tags.transaction(async () => {
    await tags.database.lock(`tag: ${qualify(tags.call.caller.tenantId, slug)}`);
    return (await tags.get(slug)) ?? tags.add({ slug, context, name });
  });
}
