import type { Database, Row } from '@colophon/core';
import { shownSlug } from '@colophon/tags';
import { markChanged } from '../editions/record/mark-changed.ts';

const PAGE = 200;

/**
 * Replaces tags, given by their keys, by another one in every record's list, or removes them if there is none. The records are not revised: neither `rev` nor `updated_at`
 * changes, because nobody edited them. A published piece keeps the tags that its readers got, in `tagsAsPublished`.
 */
export async function rewriteTagLists(
  database: Database,
  from: readonly string[],
  { to, at }: { readonly to: string | undefined; readonly at: Date },
): Promise<void> {
  for (let start = 0; start < from.length; start += PAGE) await rewriteSome(database, from.slice(start, start + PAGE), to, at);
}

/** A statement accepts a limited number of values. */
async function rewriteSome(database: Database, from: readonly string[], to: string | undefined, at: Date): Promise<void> {
  const gone = new Set(from.map(shownSlug));
  for (let after = ''; ;) {
    const rows = await taggedWith(database, from, after);
    for (const row of rows) await rewrite(database, row, gone, to === undefined ? undefined : shownSlug(to));
    const values = rows.map((row) => String(row['id']));
    await markChanged(database, 'tag', [{ table: 'contents', record: 'id', column: 'id', values }], at);
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = String(last['id']);
  }
}

function taggedWith(database: Database, slugs: readonly string[], after: string): Promise<readonly Row[]> {
  const { builder, locksRows } = database.dialect;
  const tagged = builder.selectFrom('content_tags').select('content_id').where('tag_slug', 'in', slugs);
  let query = builder
    .selectFrom('contents')
    .select(['id', 'tags', 'status', 'tagsAsPublished'])
    .where('id', 'in', tagged)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE);
  if (locksRows) query = query.forUpdate();
  return database.all(query.compile());
}

async function rewrite(database: Database, row: Row, gone: ReadonlySet<string>, to: string | undefined): Promise<void> {
  const { dialect } = database;
  const tags = dialect.decode('list', row['tags']) as string[];
  const replaced = tags.flatMap((tag) => (gone.has(tag) ? (to === undefined ? [] : [to]) : [tag]));
  const list = dialect.encode('list', [...new Set(replaced)]);
  // Readers keep the tags that were published until the piece is published again.
  const isFirst = row['status'] === 'published' && (row['tagsAsPublished'] ?? null) === null;
  const kept = isFirst ? { tagsAsPublished: dialect.encode('json', tags) } : {};
  await database.run(
    dialect.builder
      .updateTable('contents')
      .set({ tags: list, ...kept })
      .where('id', '=', row['id'])
      .compile(),
  );
}
