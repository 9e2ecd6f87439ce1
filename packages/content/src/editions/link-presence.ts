import type { ContentRecord } from '../record/content-record.ts';
import { preparedQuery } from '../record/prepared-query.ts';

/** The tables with rows of a record that publishing reads or writes, and the column that names the record. */
const TABLES = {
  content_assets: 'content_id',
  fact_links: 'contentId',
  content_references: 'source_id',
  content_shown_files: 'contentId',
  content_pending_changes: 'contentId',
} as const;
type Table = keyof typeof TABLES;

const PRESENCE = preparedQuery((builder, [contentId]) =>
  builder
    .selectFrom('contents')
    .select((each) =>
      Object.entries(TABLES).map(([table, column]) =>
        each.exists(each.selectFrom(table).select(column).where(column, '=', contentId)).as(table),
      ),
    )
    .where('id', '=', contentId),
);

/**
 * Returns which tables may have rows of a record: one query, so that publishing a plain text costs nothing for what it does not have. Of a
 * record that was created in the ambient transaction it is known without a query.
 */
export async function linkPresence({ database, id }: ContentRecord, created: boolean): Promise<(table: Table) => boolean> {
  const { written } = database;
  if (created && written) return (table) => written.mayInclude(table);
  const row = await database.first(PRESENCE(database.dialect, [id]));
  return (table) => Boolean(row?.[table]);
}
