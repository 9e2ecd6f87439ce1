import { type Database, NotFoundError } from '@colophon/core';
import { QUALIFIED_TAG_COLUMNS, REV_POSITION, TAG_COLUMNS, type TagRecord, tagRecord } from '../stored/tag-record.ts';
import { shownSlug } from '../stored/stored-slug.ts';
import { compiledOnce } from '../stored/compiled-once.ts';

/** A tag with its ancestors and all descendants. */
export interface TagHierarchy {
  /** Root first. */
  readonly ancestors: readonly TagRecord[];
  readonly current: TagRecord;
  /** All descendants, level by level. */
  readonly descendants: readonly TagRecord[];
}

/**
 * Reads a tag with its ancestors and descendants in one query, of all tenants and as they are stored. It terminates and returns each tag once, even if manually written rows form
 * a cycle.
 *
 * @throws NotFoundError if the tag does not exist
 */
export async function readHierarchy(database: Database, slug: string): Promise<TagHierarchy> {
  const rows = await database.values(byLevels(database, slug, slug));
  const start = rows[0]?.[0] === slug ? rows[0] : rows.find(([each]) => each === slug);
  if (!start) throw notFound(slug);
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

/** The same for inconsistent levels, with a walk that remembers visited tags. */
async function readCarefully(database: Database, slug: string): Promise<TagHierarchy> {
  const above = new Map<string, TagRecord>();
  const below = new Map<string, TagRecord>();
  for (const row of await database.values(byVisits(database, slug, slug))) {
    const record = tagRecord(database, row);
    (row.at(-1) === 1 ? above : below).set(record.slug, record);
  }
  const current = below.get(slug);
  if (!current) throw notFound(slug);
  below.delete(slug);
  return { ancestors: rootFirst(current, above), current, descendants: byLevel([...below.values()]) };
}

function notFound(slug: string): NotFoundError {
  return new NotFoundError(`The tag ${shownSlug(slug).slice(0, 200)} was not found.`);
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

/** SQLite already returns this order, so that usually there is nothing to sort. */
function byLevel(records: TagRecord[]): TagRecord[] {
  let before = 0;
  for (const { level } of records) {
    if (level < before) return records.sort((a, b) => a.level - b.level);
    before = level;
  }
  return records;
}

/** The columns of a visited tag; `rev` is null, which no stored tag's is, if its level is inconsistent. */
const stepColumns = (fits: string): string => QUALIFIED_TAG_COLUMNS.replace('tags.rev', `case when ${fits} then tags.rev end`);

/**
 * The fast walk, which terminates because of the levels. A tag whose level is not one more than its parent's is returned but not followed,
 * and every cycle contains such a tag.
 */
const byLevels = compiledOnce(
  `with recursive down(${TAG_COLUMNS}) as (
    select ${TAG_COLUMNS} from tags where slug = {}
    union all
    select ${stepColumns('tags.level = down.level + 1')} from down join tags on tags.parent_slug = down.slug where down.rev is not null
  ), up(${TAG_COLUMNS}) as (
    select ${stepColumns('tags.level = child.level - 1')} from tags as child join tags on tags.slug = child.parent_slug where child.slug = {}
    union all
    select ${stepColumns('tags.level = up.level - 1')} from up join tags on tags.slug = up.parent_slug where up.rev is not null
  )
  select * from down union all select * from up`,
);

/** The slow walk, for rows with inconsistent levels. */
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
