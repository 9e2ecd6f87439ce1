import { type Database, makeCall } from '@colophon/core';
import { normalizeEmail } from '../text/email.ts';
import { isHttps, sessionCookie, setSessionCookie } from '../sessions/cookie.ts';
import { readSession } from '../sessions/read-session.ts';
import { revokeSession } from '../sessions/revoke-session.ts';
import { hashToken } from '../tokens/token-format.ts';
import { Users } from '../users/user.ts';
import { BROWSER_SESSION_SECONDS, openBrowserSession } from './password-sign-in.ts';

/** The user who is signed in, and from where. */
export interface VouchedFor {
  readonly database: Database;
  readonly email: string;
  /** The application's own address: over HTTPS the cookie is limited to it. */
  readonly baseUrl: string;
  /** The network address of the browser. */
  readonly address: string;
  readonly now?: Date;
}

/**
 * Signs in a user whom the application itself has authenticated, in a demonstration for example, and ends the browser's previous session.
 * Nothing is verified here: the caller must have identified the user by other means. Such a session has no second factor, so it does not
 * get roles that need one.
 *
 * @returns the `Set-Cookie` of the session; undefined if there is no such account, or it is disabled
 */
export async function signInVouchedFor(
  request: Request,
  { database, email, baseUrl, address, now = new Date() }: VouchedFor,
): Promise<string | undefined> {
  const user = await new Users(database).find({ email: normalizeEmail(email) });
  if (!user || user.disabledAt !== null) return undefined;
  const secure = isHttps(baseUrl);
  const previousCookie = sessionCookie(request.headers.get('cookie') ?? undefined, { secure });
  const before =
    previousCookie === undefined ? undefined : await readSession(database, { kind: 'browser', hash: hashToken(previousCookie), now });
  const secret = await openBrowserSession(database, {
    userId: user.id,
    userName: user.name,
    accessEpoch: user.accessEpoch,
    agent: request.headers.get('user-agent'),
    address,
    now,
  });
  if (before) {
    const caller = { kind: 'user', id: before.userId, name: before.name, tenantId: before.tenantId, role: null } as const;
    await revokeSession(database, before.id, makeCall({ caller, now: () => now }));
  }
  return setSessionCookie(secret, { secure, seconds: BROWSER_SESSION_SECONDS });
}
