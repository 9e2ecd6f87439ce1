import type { Call, Database } from '@colophon/core';
import type { LogoutToken } from '../sign-in/oidc/logout-token.ts';
import { endAccess } from '../users/end-access.ts';
import { takeOnce } from '../sign-in/oidc/oidc-state.ts';
import { findIdentity } from '../users/user-identity.ts';

/**
 * Processes a logout token, once: ends all access of the users whose session a provider has ended. It is one transaction, so that a token
 * whose processing failed can be sent again.
 *
 * @returns false if it was processed before
 */
export async function takeLogoutToken(
  database: Database,
  { provider, token, call }: { provider: { readonly key: string; readonly issuer: string }; token: LogoutToken; call: Call },
): Promise<boolean> {
  const { key, issuer } = provider;
  return database.transaction(async () => {
    if (!(await takeOnce(database, { provider: key, id: token.id, until: token.until }))) return false;
    await endForProvider(database, { issuer, ...token, call });
    return true;
  });
}

/** By the subject in the token, by the session, or both. An unknown user has nothing to end. */
async function endForProvider(
  database: Database,
  { issuer, subject, providerSession, call }: Pick<LogoutToken, 'subject' | 'providerSession'> & { issuer: string; call: Call },
): Promise<void> {
  const people = new Set<string>();
  const identity = subject === null ? undefined : await findIdentity(database, { issuer, subject });
  if (identity) people.add(identity.userId);
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
  // Always in the same order, so that two concurrent tokens cannot deadlock.
  for (const userId of [...people].sort()) await endAccess(database, userId, { call });
}
