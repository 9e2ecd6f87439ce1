import type { Database } from '../storage/database.ts';
import { type Expression, sql, type SqlBool } from 'kysely';

/**
 * The condition that an object is in the log already, for the queries of sources.
 *
 * @param key the column with its id, such as `edition.id`
 */
export function isLogged({ kind, log, key }: { readonly kind: string; readonly log: number; readonly key: string }): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from log_entries as logged where logged.log = ${log} and logged.kind = ${kind} and logged."objectId" = ${sql.ref(key)})`;
}

/** Returns which of these objects are in the log already. */
export async function loggedOf(database: Database, log: number, kind: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let start = 0; start < ids.length; start += 500) {
    const query = database.dialect.builder
      .selectFrom('log_entries')
      .select('objectId')
      .where('log', '=', log)
      .where('kind', '=', kind)
      .where('objectId', 'in', ids.slice(start, start + 500));
    for (const [id] of await database.values(query.compile())) found.add(String(id));
  }
  return found;
}
