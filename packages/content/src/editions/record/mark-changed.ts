import type { Database } from '@colophon/core';
import { preparedQuery } from '../../record/prepared-query.ts';
import type { PendingKind } from './pending-change.ts';

const FORGET = preparedQuery((builder, [contentId]) => builder.deleteFrom('content_pending_changes').where('contentId', '=', contentId));

/** Removes the marks of a record that was published again, or is no longer published. */
export async function forgetChanges(database: Database, contentId: string): Promise<void> {
  await database.run(FORGET(database.dialect, [contentId]));
}

/** Where the records are found that use what changed: the rows of a table in which a column has one of these values. */
export interface UsedBy {
  readonly table: 'contents' | 'content_shown_files' | 'content_assets' | 'fact_links' | 'content_references' | 'content_tags';
  /** The column with the id of the record. */
  readonly record: string;
  readonly column: string;
  readonly values: readonly string[];
}

/** Rows per statement. */
const AT_ONCE = 500;

/**
 * Marks published records as changed since their publication, in the transaction of the change. Drafts are not marked: readers have no
 * edition of them.
 */
export async function markChanged(database: Database, what: PendingKind, users: readonly UsedBy[], at: Date): Promise<void> {
  const { dialect } = database;
  for (const { table, record, column, values } of users) {
    if (values.length === 0) continue;
    const using = dialect.builder.selectFrom(table).select(record).where(column, 'in', values);
    const published = await database.all(
      dialect.builder
        .selectFrom('contents')
        .select(['id', 'tenantId'])
        .where('id', 'in', using)
        .where('status', '=', 'published')
        .compile(),
    );
    const time = dialect.encode('datetime', at.toISOString());
    const rows = published.map(({ id, tenantId }) => ({
      id: `${String(id)}.${what}`,
      contentId: id,
      what,
      since: time,
      tenantId: tenantId ?? null,
      rev: 1,
      created_at: time,
      updated_at: time,
    }));
    for (let start = 0; start < rows.length; start += AT_ONCE) {
      const insert = dialect.builder
        .insertInto('content_pending_changes')
        .values(rows.slice(start, start + AT_ONCE))
        .onConflict((conflict) => conflict.column('id').doNothing());
      await database.run(insert.compile());
    }
  }
}
