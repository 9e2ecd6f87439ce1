import { type Database, makeCall } from '@colophon/core';
import { normalizeEmail } from '../email.ts';
import { isHttps, sessionCookie, setSessionCookie } from '../sessions/cookie.ts';
import { readSession } from '../sessions/read-session.ts';
import { revokeSession } from '../sessions/revoke-session.ts';
import { hashToken } from '../tokens/token-format.ts';
import { Users } from '../users/user.ts';
import { BROWSER_SESSION_SECONDS, openBrowserSession } from './password-sign-in.ts';

/** Who is signed in, and from where. */
export interface VouchedFor {
  readonly database: Database;
  readonly email: string;
  /** The application's own address: over HTTPS the cookie is kept to it. */
  readonly baseUrl: string;
  /** The network address of the browser. */
  readonly address: string;
  readonly now?: Date;
}

/**
 * Signs a person in whom the application itself vouches for, in a demonstration for example, and ends the session that the browser
 * came with. Nothing is asked of the person: whoever calls this has to have checked by other means who is at the browser. A role that
 * needs a second factor has none in such a session, and so is not given by it.
 *
 * @returns the `Set-Cookie` of the session; undefined when there is no such account, or it is disabled
 */
export async function signInVouchedFor(
  request: Request,
  { database, email, baseUrl, address, now = new Date() }: VouchedFor,
): Promise<string | undefined> {
  const user = await new Users(database).find({ email: normalizeEmail(email) });
  if (!user || user.disabledAt !== null) return undefined;
  const secure = isHttps(baseUrl);
  const held = sessionCookie(request.headers.get('cookie') ?? undefined, { secure });
  const before = held === undefined ? undefined : await readSession(database, { kind: 'browser', hash: hashToken(held), now });
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
