import type { Caller, Database } from '@colophon/core';

/** The names of these users and API tokens, in one query. */
export async function namesOfPeople(database: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { builder } = database.dialect;
  const named = (table: string) => builder.selectFrom(table).select(['id', 'name']).where('id', 'in', ids);
  const rows = await database.all(named('users').unionAll(named('api_tokens')).compile());
  return new Map(rows.map(({ id, name }) => [String(id), String(name)]));
}

/**
 * The address of a user's account; undefined if it is disabled. Only an administrator sets it, so a contribution sent by the account under
 * that address is authenticated.
 */
export async function addressOfUser(database: Database, { id }: Caller): Promise<string | undefined> {
  const { builder } = database.dialect;
  const row = await database.first(builder.selectFrom('users').select(['email', 'disabledAt']).where('id', '=', id).compile());
  return row && (row['disabledAt'] ?? null) === null ? String(row['email']) : undefined;
}

/** The given accounts that exist and are not disabled. */
export async function openAccounts(database: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const query = database.dialect.builder.selectFrom('users').select('id').where('id', 'in', ids).where('disabledAt', 'is', null);
  return new Set((await database.all(query.compile())).map((row) => String(row['id'])));
}
