import type { Database } from '@colophon/core';
import { type RawBuilder, sql } from 'kysely';

/** Sets the level of a tag, and updates those of its descendants. The revision is kept: a level is derived. */
export function relevelFrom(database: Database, slug: string, level: number): Promise<number> {
  return relevel(database, sql`select slug, cast(${level} as integer) from tags where slug = ${slug}`);
}

/** Sets the level of a tag's children, and updates those of their descendants. */
export function relevelChildren(database: Database, parentSlug: string, level: number): Promise<number> {
  return relevel(database, sql`select slug, cast(${level} as integer) from tags where parent_slug = ${parentSlug}`);
}

/** No branch is deeper than the number of tags, so the walk terminates whatever the rows contain. */
function relevel(database: Database, start: RawBuilder<unknown>): Promise<number> {
  const query = sql`
    with recursive branch(slug, level) as (
      ${start}
      union
      select tags.slug, branch.level + 1 from branch join tags on tags.parent_slug = branch.slug
      where branch.level < (select count(*) from tags)
    )
    update tags set level = branch.level from branch where branch.slug = tags.slug and tags.level <> branch.level`;
  return database.run(query.compile(database.dialect.builder));
}
