import { type Database, NotFoundError } from '@colophon/core';
import { QUALIFIED_TAG_COLUMNS, REV_POSITION, TAG_COLUMNS, type TagRecord, tagRecord } from '../stored/tag-record.ts';
import { compiledOnce } from '../stored/compiled-once.ts';

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
  const rows = await database.values(byLevels(database, slug, slug));
  const start = rows[0]?.[0] === slug ? rows[0] : rows.find(([each]) => each === slug);
  if (!start) throw new NotFoundError(`There is no tag ${slug.slice(0, 200)}: it was not found.`);
  const current = tagRecord(database, start);
  const above = new Map<string, TagRecord>();
  const descendants: TagRecord[] = [];
  for (const row of rows) {
    if (row[REV_POSITION] === null) return readCarefully(database, slug);
    if (row === start) continue;
    const record = tagRecord(database, row);
    if (record.level > current.level) descendants.push(record);
    else above.set(record.slug, record);
  }
  return { ancestors: rootFirst(current, above), current, descendants: byLevel(descendants) };
}

/** The same where levels do not fit, by the walk that remembers where it has been. */
async function readCarefully(database: Database, slug: string): Promise<TagHierarchy> {
  const above = new Map<string, TagRecord>();
  const below = new Map<string, TagRecord>();
  for (const row of await database.values(byVisits(database, slug, slug))) {
    const record = tagRecord(database, row);
    (row.at(-1) === 1 ? above : below).set(record.slug, record);
  }
  const current = below.get(slug);
  if (!current) throw new NotFoundError(`There is no tag ${slug.slice(0, 200)}: it was not found.`);
  below.delete(slug);
  return { ancestors: rootFirst(current, above), current, descendants: byLevel([...below.values()]) };
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

/** The columns of the tag that a walk comes to; `rev` is null, which no tag's is, where its level does not fit. */
const arriving = (fits: string): string => QUALIFIED_TAG_COLUMNS.replace('tags.rev', `case when ${fits} then tags.rev end`);

/**
 * The quick walk: levels say that it ends. A tag whose level is not one more than its parent's is told of and not
 * followed, and every cycle has such a tag.
 */
const byLevels = compiledOnce(
  `with recursive down(${TAG_COLUMNS}) as (
    select ${TAG_COLUMNS} from tags where slug = {}
    union all
    select ${arriving('tags.level = down.level + 1')} from down join tags on tags.parent_slug = down.slug where down.rev is not null
  ), up(${TAG_COLUMNS}) as (
    select ${arriving('tags.level = child.level - 1')} from tags as child join tags on tags.slug = child.parent_slug where child.slug = {}
    union all
    select ${arriving('tags.level = up.level - 1')} from up join tags on tags.slug = up.parent_slug where up.rev is not null
  )
  select * from down union all select * from up`,
);

/** The careful walk, for rows whose levels do not fit. */
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
  select ${QUALIFIED_TAG_COLUMNS}, 1 as above from up join tags on tags.slug = up.slug
  union all
  select ${QUALIFIED_TAG_COLUMNS}, 0 as above from down join tags on tags.slug = down.slug`,
);
