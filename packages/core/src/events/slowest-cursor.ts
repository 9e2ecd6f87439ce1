import type { Database } from '../storage/database.ts';

/**
 * Up to where all followers have read the events of a source, by the tables of their cursors; undefined when nobody follows it. What
 * comes after is still needed.
 *
 * @example
 * await slowestCursor(database, 'content_events', ['mail_cursors', 'webhook_cursors']); // 4711
 */
export async function slowestCursor(database: Database, source: string, tables: readonly string[]): Promise<number | undefined> {
  const sequences: number[] = [];
  for (const table of tables) {
    const query = database.dialect.builder.selectFrom(table).select('sequence').where('source', '=', source);
    for (const row of await database.all(query.compile())) sequences.push(Number(row['sequence']));
  }
  return sequences.length === 0 ? undefined : Math.min(...sequences);
}
