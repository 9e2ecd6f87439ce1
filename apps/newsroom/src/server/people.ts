import type { Database } from '@colophon/core';

/** The names of these users and API tokens, in one query. */
export async function namesOfPeople(database: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { builder } = database.dialect;
  const named = (table: string) => builder.selectFrom(table).select(['id', 'name']).where('id', 'in', ids);
  const rows = await database.all(named('users').unionAll(named('api_tokens')).compile());
  return new Map(rows.map(({ id, name }) => [String(id), String(name)]));
}
