import type { Call, Database } from '@colophon/core';
import { registerTagJoin } from '@colophon/tags';
import { rewriteTagLists } from './rewrite-tag-lists.ts';

const TABLE = 'content_tags';

/**
 * The join table between content and tags. People read and write the list `tags` of a record; this table holds the same by key, so that the
 * database enforces it and finds a tag's records by an index.
 */
export const contentTags = registerTagJoin({
  table: TABLE,
  entityColumn: 'content_id',
  entityTable: 'contents',
  onMerge: ({ database, from, to }) => rewriteTagLists(database, [from], to),
  onDelete: ({ database, slugs }) => rewriteTagLists(database, slugs, undefined),
});

/** Updates the join table to a record's list. */
export async function writeContentTags(database: Database, call: Call, contentId: string, slugs: readonly string[]): Promise<void> {
  const { builder } = database.dialect;
  let stale = builder.deleteFrom(TABLE).where('content_id', '=', contentId);
  if (slugs.length > 0) stale = stale.where('tag_slug', 'not in', slugs);
  await database.run(stale.compile());
  if (slugs.length === 0) return;
  const created_at = database.dialect.encode('datetime', call.now().toISOString());
  const rows = slugs.map((slug) => ({ content_id: contentId, tag_slug: slug, created_at }));
  const missing = builder
    .insertInto(TABLE)
    .values(rows)
    .onConflict((conflict) => conflict.columns(['content_id', 'tag_slug']).doNothing());
  await database.run(missing.compile());
}
