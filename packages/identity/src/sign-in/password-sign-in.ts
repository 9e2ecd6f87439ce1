import { randomBytes } from 'node:crypto';
import { ColophonError, type Database, makeCall, SYSTEM_CALL } from '@colophon/core';
import { browserName } from '../sessions/browser-name.ts';
import { sessionCookie } from '../sessions/cookie.ts';
import { type LiveSession, readSession } from '../sessions/read-session.ts';
import { Sessions } from '../sessions/session.ts';
import { reserveSignIn } from '../throttle/sign-in-throttle.ts';
import { hashToken } from '../tokens/token-format.ts';
import { verifyPassword } from '../users/password.ts';
import { tenantsOf } from '../users/standing.ts';
import { type User, Users } from '../users/user.ts';
import { normalizeEmail } from '../text/email.ts';
import type { BrowserSession, SignIn } from './port.ts';

/** The lifetime of a browser session, in seconds: 14 days. */
export const BROWSER_SESSION_SECONDS = 14 * 24 * 3600;

/** How long a sign-in waits for its second factor, in seconds: 10 minutes. */
export const PENDING_SIGN_IN_SECONDS = 600;

/** Address or password are wrong, or the account is disabled; the message does not tell which. */
class WrongPasswordError extends ColophonError {
  constructor() {
    super(401, 'wrong_password', 'The e-mail address or the password is wrong.');
  }
}

/** Sign-in with an e-mail address and a password, on our own sessions. */
export function passwordSignIn({ database, secure, clock }: { database: Database; secure: boolean; clock: () => Date }): SignIn {
  return {
    async currentUser(request: Request): Promise<BrowserSession | undefined> {
      const secret = sessionCookie(request.headers.get('cookie') ?? undefined, { secure });
      if (secret === undefined) return undefined;
      const session = await readSession(database, { kind: 'browser', hash: hashToken(secret), now: clock() });
      if (!session) return undefined;
      return browserSessionOf(session);
    },
    tenantsOf: (userId) => tenantsOf(database, userId),
    signInPath: (returnTo) => `/sign-in?next=${encodeURIComponent(returnTo)}`,
    secondFactorPath: (returnTo) => `/sign-in/second-factor?next=${encodeURIComponent(returnTo)}`,
  };
}

/**
 * Checks an e-mail address and password.
 *
 * Attempts are reserved in the database before the password is checked, and successful ones are limited too.
 *
 * @throws WrongPasswordError, TooManyAttemptsError
 */
export async function checkPasswordOf(
  database: Database,
  { email, password, address, now }: { email: string; password: string; address: string; now: Date },
): Promise<User> {
  const account = normalizeEmail(email).slice(0, 254);
  const attempt = await reserveSignIn(database, { account, address, now });
  const user = await new Users(database).find({ email: account });
  const right = await verifyPassword(database, password, user?.passwordHash);
  const letIn = right && user?.disabledAt === null;
  await attempt.settle(letIn);
  if (!letIn) throw new WrongPasswordError();
  return user;
}

/** One of our own sessions in the form of the port. */
export function browserSessionOf(session: LiveSession): BrowserSession {
  const { id, userId, name, email, tenantId, authenticatedAt, accessEpoch, secondFactorAt, created_at: createdAt, expiresAt } = session;
  const { identityId, providerSession } = session;
  const user = { id: userId, name, email };
  const began = { authenticatedAt, accessEpoch, secondFactorAt, identityId, providerSession };
  return { sessionId: id, user, tenantId, ...began, createdAt, expiresAt };
}

/** The session to open for an authenticated user. */
export interface OpenedSession {
  readonly userId: string;
  readonly userName: string;
  /** The account epoch when the user authenticated: if access was ended since, this session is ended too. */
  readonly accessEpoch: number;
  /** The current tenant; default: the first of their tenants. */
  readonly tenantId?: string | null;
  readonly agent: string | null;
  readonly address: string;
  /** The hash of the browser's own cookie. */
  readonly device?: string | null;
  readonly now: Date;
  readonly authenticatedAt?: string;
  /** When the second factor was shown; absent or null if none was. */
  readonly secondFactorAt?: string | null;
  /** The provider identity with which it begins, and the session there. */
  readonly identityId?: string | null;
  readonly providerSession?: string | null;
  /** `pending` waits for the second factor and gives no access. Default: `browser`. */
  readonly kind?: 'browser' | 'pending';
}

/** Opens a browser session and returns its secret, which is only stored in the cookie. */
export async function openBrowserSession(database: Database, opened: OpenedSession): Promise<string> {
  const { userId, userName, accessEpoch, now, kind = 'browser' } = opened;
  const secret = randomBytes(32).toString('base64url');
  const choices = opened.tenantId === undefined ? await tenantsOf(database, userId) : [];
  const tenantId = opened.tenantId === undefined ? (choices[0]?.tenant?.id ?? null) : opened.tenantId;
  const caller = { kind: 'user', id: userId, name: userName, tenantId, role: null } as const;
  await new Sessions(database, makeCall({ ...SYSTEM_CALL, caller, now: () => now })).add({
    kind,
    userId,
    accessEpoch,
    tenantId,
    hash: hashToken(secret),
    label: browserName(opened.agent),
    address: opened.address,
    device: opened.device ?? null,
    expiresAt: new Date(now.getTime() + (kind === 'browser' ? BROWSER_SESSION_SECONDS : PENDING_SIGN_IN_SECONDS) * 1000).toISOString(),
    authenticatedAt: opened.authenticatedAt ?? now.toISOString(),
    secondFactorAt: opened.secondFactorAt ?? null,
    identityId: opened.identityId ?? null,
    providerSession: opened.providerSession ?? null,
  });
  return secret;
}
