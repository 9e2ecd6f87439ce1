import type { Database, Presented } from '@colophon/core';

/** Who each of these memberships is of, by one query: address, name, and whether the account is disabled. */
export async function presentPeople(records: readonly Presented[], database: Database): Promise<readonly Presented[]> {
  const ids = [...new Set(records.flatMap(({ userId }) => (typeof userId === 'string' ? [userId] : [])))];
  if (ids.length === 0) return records.map(() => ({}));
  const { dialect } = database;
  const query = dialect.builder.selectFrom('users').select(['id', 'email', 'name', 'disabledAt']).where('id', 'in', ids);
  const people = new Map(
    (await database.all(query.compile())).map(({ id, email, name, disabledAt }) => [
      id,
      { email: String(email), name: String(name), disabledAt: dialect.decode('datetime', disabledAt) } as Presented,
    ]),
  );
  return records.map(({ userId }) => people.get(userId) ?? {});
}
