import { sql } from 'kysely';
import { nameOfSlug } from '../stored/slugify.ts';
import type { Tag } from './tag.ts';
import type { Tags } from './tags.ts';

/** A tag that should be there: by slug alone, or with the name that it gets if it has to be made. */
export type WantedTag = string | { readonly slug: string; readonly name?: string | undefined };

/**
 * Makes sure that tags exist, in whatever context: those that do not are made in `context`. For owners of tagged
 * entities, to be called in the transaction that writes them: the tags stay until it ends.
 */
export async function ensureTags(tags: Tags, wanted: readonly WantedTag[], context: string): Promise<void> {
  const names = new Map<string, string>();
  for (const each of wanted) {
    const { slug, name }: { slug: string; name?: string | undefined } = typeof each === 'string' ? { slug: each } : each;
    if (!names.has(slug)) names.set(slug, name ?? nameOfSlug(slug));
  }
  // Everybody goes through them in the same order, so that nobody waits for one who waits.
  const slugs = [...names.keys()].sort();
  await tags.transaction(async () => {
    const present = await keepPresent(tags, slugs);
    for (const slug of slugs) {
      if (!present.has(slug)) await makeOnce(tags, slug, context, names.get(slug) ?? slug);
    }
  });
}

/** Which of the slugs exist; on PostgreSQL their rows are kept from being deleted until the transaction ends. */
async function keepPresent({ database }: Tags, slugs: readonly string[]): Promise<Set<string>> {
  const present = new Set<string>();
  for (let start = 0; start < slugs.length; start += 500) {
    const some = slugs.slice(start, start + 500);
    const keep = database.dialect.locksRows ? sql` for key share` : sql``;
    const query = sql`select slug from tags where slug in (${sql.join(some)}) order by slug${keep}`;
    for (const row of await database.all(query.compile(database.dialect.builder))) present.add(String(row['slug']));
  }
  return present;
}

/** The tag with this slug, made where there is none; two callers at once get the same one. */
export async function makeOnce(tags: Tags, slug: string, context: string, name: string): Promise<Tag> {
  return tags.transaction(async () => {
    await tags.database.lock(`tag: ${slug}`);
    return (await tags.get(slug)) ?? tags.add({ slug, context, name });
  });
}
