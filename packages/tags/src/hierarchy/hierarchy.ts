import { type Database, NotFoundError, type Row } from '@colophon/core';
import { QUALIFIED_TAG_COLUMNS, TAG_COLUMNS, type TagRecord, tagRecord } from '../vocabulary/tag-record.ts';
import { compiledOnce } from './compiled-once.ts';

/** Where a tag stands: what is above it, and everything below it. */
export interface TagHierarchy {
  /** Root first. */
  readonly ancestors: readonly TagRecord[];
  readonly current: TagRecord;
  /** Every tag below, level by level. */
  readonly descendants: readonly TagRecord[];
}

/**
 * Reads a tag with its ancestors and descendants in one query. It ends, and meets each tag once, even where rows
 * written by hand made a cycle.
 *
 * @throws NotFoundError when there is no such tag
 */
export async function readHierarchy(database: Database, slug: string): Promise<TagHierarchy> {
  let rows = await database.all(byLevels(database, slug, slug));
  if (rows.some((row) => row['place'] === UNSOUND)) rows = await database.all(byVisits(database, slug, slug));
  const above = new Map<string, TagRecord>();
  const descendants: TagRecord[] = [];
  let current: TagRecord | undefined;
  for (const row of rows) {
    const place = placeOf(row);
    const record = tagRecord(database, row);
    if (place === ABOVE) above.set(record.slug, record);
    else if (record.slug === slug) current = record;
    else descendants.push(record);
  }
  if (!current) throw new NotFoundError(`There is no tag ${slug.slice(0, 200)}: it was not found.`);
  return { ancestors: rootFirst(current, above), current, descendants: byLevel(descendants) };
}

const BELOW = 0;
const ABOVE = 1;
const UNSOUND = 2;

function placeOf(row: Row): unknown {
  const place = row['place'];
  delete row['place'];
  return place;
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

/**
 * The quick walk: levels say that it ends. Where a level is not one more than its parent's, the row is marked and not
 * followed; every cycle has such a row.
 */
const byLevels = compiledOnce(
  `with recursive up(${TAG_COLUMNS}, place) as (
    select ${QUALIFIED_TAG_COLUMNS}, case when tags.level = child.level - 1 then ${ABOVE} else ${UNSOUND} end
    from tags as child join tags on tags.slug = child.parent_slug where child.slug = {}
    union all
    select ${QUALIFIED_TAG_COLUMNS}, case when tags.level = up.level - 1 then ${ABOVE} else ${UNSOUND} end
    from up join tags on tags.slug = up.parent_slug where up.place = ${ABOVE}
  ), down(${TAG_COLUMNS}, place) as (
    select ${TAG_COLUMNS}, ${BELOW} from tags where slug = {}
    union all
    select ${QUALIFIED_TAG_COLUMNS}, case when tags.level = down.level + 1 then ${BELOW} else ${UNSOUND} end
    from down join tags on tags.parent_slug = down.slug where down.place = ${BELOW}
  )
  select * from up union all select * from down`,
);

/** The careful walk, for rows whose levels do not fit: it remembers where it has been. */
const byVisits = compiledOnce(
  `with recursive up(slug) as (
    select parent_slug from tags where slug = {} and parent_slug is not null
    union
    select tags.parent_slug from up join tags on tags.slug = up.slug where tags.parent_slug is not null
  ), down(slug) as (
    select slug from tags where slug = {}
    union
    select tags.slug from down join tags on tags.parent_slug = down.slug
  )
  select ${QUALIFIED_TAG_COLUMNS}, ${ABOVE} as place from up join tags on tags.slug = up.slug
  union all
  select ${QUALIFIED_TAG_COLUMNS}, ${BELOW} as place from down join tags on tags.slug = down.slug`,
);
