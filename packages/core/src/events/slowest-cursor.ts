import type { Database } from '../storage/database.ts';

/**
 * Returns the number up to which all followers, given by the tables of their cursors, have read the events of a source; undefined if there
 * is no follower. Later events are still needed.
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
