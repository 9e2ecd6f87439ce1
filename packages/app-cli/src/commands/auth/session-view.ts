import { isPlainObject, type SessionResponse } from '@colophon/contract';
import type { StoredCredential } from '../../config/config-file.ts';
import { sanitizeLine } from '../../io/sanitize.ts';
import { describeUser } from '../../login/read-session.ts';

/** Who somebody is and what they may do, in one line. */
export function describeSession(session: SessionResponse): string {
  const roles = Array.isArray(session.roles) && session.roles.length > 0 ? ` (${session.roles.join(', ')})` : '';
  const tenant = isPlainObject(session.tenant) ? `, tenant ${String(session.tenant.name)}` : '';
  return sanitizeLine(`${describeUser(session)}${tenant}${roles}`, 400);
}

/** What a login prints as JSON: never the token. */
export function sessionSummary(
  serverUrl: string,
  session: SessionResponse,
  credential: Pick<StoredCredential, 'expiresAt'>,
): Readonly<Record<string, unknown>> {
  const { user, tenant, roles, issuer } = session;
  return { authenticated: true, server: serverUrl, issuer, user, tenant, roles, expiresAt: credential.expiresAt };
}
