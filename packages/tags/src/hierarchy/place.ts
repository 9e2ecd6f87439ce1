import { type Database, tenantIn, type ValidationError } from '@colophon/core';
import { sql } from 'kysely';
import { refusal } from '../stored/refusal.ts';
import { shownSlug } from '../stored/stored-slug.ts';

/** The current or future position of a tag, with slugs as they are stored. */
export interface Place {
  readonly slug: string;
  readonly context: string;
  readonly parent_slug: string | null;
}

/**
 * Returns the level of a tag under its parent: 0 for a root, else one more than the parent's.
 *
 * The parent is a tag of the same tenant, or a global one.
 *
 * @throws ValidationError `parent_not_found`, `other_context`, or `cycle` if the parent is the tag itself or below it
 */
export async function levelOf(database: Database, place: Place): Promise<number> {
  const { slug: stored, context, parent_slug: parentSlug } = place;
  if (parentSlug === null) return 0;
  const slug = shownSlug(stored);
  const shown = shownSlug(parentSlug);
  if (parentSlug === stored) throw refusal('/parent_slug', 'cycle', `${slug} cannot be its own parent`);
  const tenantId = tenantIn(parentSlug);
  const parent = tenantId === null || tenantId === tenantIn(stored) ? await findPlace(database, parentSlug) : undefined;
  if (!parent) throw parentNotFound(shown);
  if (parent.context !== context) {
    throw refusal(
      '/parent_slug',
      'other_context',
      `${shown} is in the context ${parent.context}, and a parent must be in the tag's own, ${context}`,
    );
  }
  if (await isWithin(database, parentSlug, stored))
    throw refusal('/parent_slug', 'cycle', `${shown} is below ${slug}, so it cannot be its parent`);
  return parent.level + 1;
}

/** Returns the error for a parent that does not exist, or is not one that the tag may have. */
export function parentNotFound(slug: string): ValidationError {
  return refusal('/parent_slug', 'parent_not_found', `the tag ${slug.slice(0, 200)} does not exist; create it first`, 'not_found');
}

/** Returns the current context, parent and level of a tag. */
export async function findPlace(database: Database, slug: string): Promise<(Place & { level: number }) | undefined> {
  const query = database.dialect.builder
    .selectFrom('tags')
    .select(['slug', 'context', 'parent_slug', 'level'])
    .where('slug', '=', slug)
    .compile();
  const row = await database.first(query);
  return (
    row && {
      slug,
      context: String(row['context']),
      parent_slug: (row['parent_slug'] as string | null) ?? null,
      level: Number(row['level']),
    }
  );
}

/** Returns whether a tag equals another one or is below it. */
export async function isWithin(database: Database, slug: string, ancestor: string): Promise<boolean> {
  const query = sql`
    with recursive up(slug) as (
      select parent_slug from tags where slug = ${slug} and parent_slug is not null
      union
      select tags.parent_slug from up join tags on tags.slug = up.slug where tags.parent_slug is not null
    )
    select 1 as found from up where slug = ${ancestor} limit 1`.compile(database.dialect.builder);
  return slug === ancestor || (await database.first(query)) !== undefined;
}
