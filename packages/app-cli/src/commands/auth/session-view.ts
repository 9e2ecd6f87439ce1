import type { StoredCredential } from '../../config/config-file.ts';
import { sanitizeLine } from '../../io/sanitize.ts';
import { describeUser, type ReportedSession } from '../../login/read-session.ts';

/** Returns the user's name for the config file; empty if the server does not report one. */
export function storedUser(session: ReportedSession | undefined): { readonly user?: string } {
  const user = session === undefined ? undefined : describeUser(session);
  return user === undefined ? {} : { user: sanitizeLine(user, 200) };
}

/** Returns the JSON output of a login: never the token. */
export function sessionSummary(
  serverUrl: string,
  session: ReportedSession,
  credential: Pick<StoredCredential, 'expiresAt' | 'issuer'>,
): Readonly<Record<string, unknown>> {
  const { user, tenant, roles } = session;
  return { authenticated: true, server: serverUrl, issuer: credential.issuer, user, tenant, roles, expiresAt: credential.expiresAt };
}
