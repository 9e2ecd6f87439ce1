import type { Database, Presented } from '@colophon/core';

/** The users of these memberships, in one query: address, name, whether the account is disabled, and whether it has a second factor. */
export async function presentPeople(records: readonly Presented[], database: Database): Promise<readonly Presented[]> {
  const ids = [...new Set(records.flatMap(({ userId }) => (typeof userId === 'string' ? [userId] : [])))];
  if (ids.length === 0) return records.map(() => ({}));
  const { dialect } = database;
  const query = dialect.builder
    .selectFrom('users as u')
    .leftJoin('totp_secrets as s', (join) => join.onRef('s.userId', '=', 'u.id').on('s.confirmedAt', 'is not', null))
    .leftJoin('passkeys as p', 'p.userId', 'u.id')
    .select(['u.id as id', 'u.email as email', 'u.name as name', 'u.disabledAt as disabledAt', 's.id as totpId', 'p.id as passkeyId'])
    .where('u.id', 'in', ids);
  const people = new Map(
    (await database.all(query.compile())).map(({ id, email, name, disabledAt, totpId, passkeyId }) => [
      id,
      {
        email: String(email),
        name: String(name),
        disabledAt: dialect.decode('datetime', disabledAt),
        secondFactor: totpId !== null || passkeyId !== null,
      } as Presented,
    ]),
  );
  return records.map(({ userId }) => people.get(userId) ?? {});
}
