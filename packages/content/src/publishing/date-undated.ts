import type { Database } from '@colophon/core';

/** Rows per transaction, so that other writers do not wait long. */
const A_BATCH = 1000;

/**
 * Sets `publish_date` of published records without one, to their first publication, or else their creation. Publishing sets it now; this is
 * for records that were published before. The revisions do not change.
 *
 * @returns how many records were updated
 */
export async function dateUndatedPublications(database: Database): Promise<number> {
  const { builder } = database.dialect;
  const undated = builder
    .selectFrom('contents')
    .select('id')
    .where('status', '=', 'published')
    .where('publish_date', 'is', null)
    .limit(A_BATCH);
  for (let dated = 0; ;) {
    const update = builder
      .updateTable('contents')
      .set((each) => ({ publish_date: each.fn.coalesce('firstPublishedAt', 'created_at') }))
      .where('id', 'in', undated)
      .where('publish_date', 'is', null);
    const count = await database.run(update.compile());
    dated += count;
    if (count < A_BATCH) return dated;
  }
}
