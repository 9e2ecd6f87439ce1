import type { Database } from '@colophon/core';

/** Rows that are dated in one transaction, so that nobody who writes waits long. */
const A_BATCH = 1000;

/**
 * Gives `publish_date` to published records that have none, from when they were first published, or else made. A publication sets it by
 * itself; this is for records that were published before it did. It revises nothing: what readers are told of these records stays.
 *
 * @returns how many records were dated
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
