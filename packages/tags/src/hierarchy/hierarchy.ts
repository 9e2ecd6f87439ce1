import { type Database, NotFoundError, type Statement } from '@colophon/core';
import { sql } from 'kysely';
import { TAG_COLUMNS, type TagRecord, tagRecord } from '../vocabulary/tag-record.ts';

/** Where a tag stands: what is above it, and everything below it. */
export interface TagHierarchy {
  /** Root first. */
  readonly ancestors: readonly TagRecord[];
  readonly current: TagRecord;
  /** Every tag below, level by level. */
  readonly descendants: readonly TagRecord[];
}

/**
 * Reads a tag with its ancestors and descendants in one query. The walk meets each tag once, so that it ends even where
 * rows written by hand made a cycle.
 *
 * @throws NotFoundError when there is no such tag
 */
export async function readHierarchy(database: Database, slug: string): Promise<TagHierarchy> {
  const rows = await database.all(hierarchyStatement(database, slug));
  const above = new Map<string, TagRecord>();
  const descendants: TagRecord[] = [];
  let current: TagRecord | undefined;
  for (const row of rows) {
    const record = tagRecord(database, row);
    if (row['above']) above.set(record.slug, record);
    else if (record.slug === slug) current = record;
    else descendants.push(record);
  }
  if (!current) throw new NotFoundError(`There is no tag ${slug.slice(0, 200)}: it was not found.`);
  return { ancestors: rootFirst(current, above), current, descendants: byLevel(descendants) };
}

function rootFirst(current: TagRecord, above: Map<string, TagRecord>): TagRecord[] {
  const ancestors: TagRecord[] = [];
  for (let slug = current.parent_slug; slug !== null;) {
    const parent = above.get(slug);
    if (!parent || parent.slug === current.slug) break;
    above.delete(slug);
    ancestors.push(parent);
    slug = parent.parent_slug;
  }
  return ancestors.reverse();
}

/** SQLite answers in this order already, so that most often there is nothing to sort. */
function byLevel(records: TagRecord[]): TagRecord[] {
  let before = 0;
  for (const { level } of records) {
    if (level < before) return records.sort((one, other) => one.level - other.level);
    before = level;
  }
  return records;
}

const texts = new Map<string, string>();

/** The same text each time, so that the database keeps it prepared. */
function hierarchyStatement(database: Database, slug: string): Statement {
  const { builder, name } = database.dialect;
  let text = texts.get(name);
  if (text === undefined) {
    const columns = sql.raw(TAG_COLUMNS);
    text = sql`
      with recursive up(slug) as (
        select parent_slug from tags where slug = ${slug} and parent_slug is not null
        union
        select tags.parent_slug from up join tags on tags.slug = up.slug where tags.parent_slug is not null
      ), down(slug) as (
        select slug from tags where slug = ${slug}
        union
        select tags.slug from down join tags on tags.parent_slug = down.slug
      )
      select 1 as above, ${columns} from up join tags on tags.slug = up.slug
      union all
      select 0 as above, ${columns} from down join tags on tags.slug = down.slug`.compile(builder).sql;
    texts.set(name, text);
  }
  return { sql: text, parameters: [slug, slug] };
}
