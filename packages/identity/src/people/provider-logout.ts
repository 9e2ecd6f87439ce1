import type { Call, Database } from '@colophon/core';
import { endAccess } from '../users/end-access.ts';
import { findIdentity } from '../users/user-identity.ts';

/**
 * Ends everything that lets somebody in whose session a provider has ended: by whom it names, by the session that it names, or both.
 * Whom nobody knows has nothing to end.
 */
export async function endForProvider(
  database: Database,
  { issuer, subject, providerSession, call }: { issuer: string; subject: string | null; providerSession: string | null; call: Call },
): Promise<void> {
  const people = new Set<string>();
  const known = subject === null ? undefined : await findIdentity(database, { issuer, subject });
  if (known) people.add(known.userId);
  if (providerSession !== null) {
    const sessions = database.dialect.builder
      .selectFrom('sessions as s')
      .innerJoin('user_identities as i', 'i.id', 's.identityId')
      .select('s.userId as userId')
      .where('s.providerSession', '=', providerSession)
      .where('i.issuer', '=', issuer)
      .where('s.revokedAt', 'is', null);
    for (const { userId } of await database.all(sessions.compile())) people.add(userId as string);
  }
  for (const userId of people) await endAccess(database, userId, { call });
}
