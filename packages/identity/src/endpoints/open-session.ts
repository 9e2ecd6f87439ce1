import { makeCall } from '@colophon/core';
import { seeOther } from '@colophon/core/rest';
import { clearSessionCookie, sessionCookie, setSessionCookie } from '../sessions/cookie.ts';
import { readSession } from '../sessions/read-session.ts';
import { revokeSession } from '../sessions/revoke-session.ts';
import {
  BROWSER_SESSION_SECONDS,
  browserSessionOf,
  openBrowserSession,
  type OpenedSession,
  PENDING_SIGN_IN_SECONDS,
} from '../sign-in/password-sign-in.ts';
import type { BrowserSession } from '../sign-in/port.ts';
import { nextStep } from '../sign-in/second-factor/next-step.ts';
import { hashToken } from '../tokens/token-format.ts';
import type { Incoming } from './incoming.ts';
import type { IdentityParts } from './parts.ts';

export type Header = readonly [string, string];

/** Where a person shows their second factor, or sets one up, before they go on. */
export const SECOND_FACTOR_PATH = '/sign-in/second-factor';

type Opened = Omit<OpenedSession, 'agent' | 'address' | 'now' | 'kind'>;

/** What a session hands on to the one that takes its place. */
export function handedOn({ user, tenantId, authenticatedAt, accessEpoch = 0, ...began }: BrowserSession): Opened {
  const { secondFactorAt = null, identityId = null, providerSession = null } = began;
  return { userId: user.id, userName: user.name, tenantId, authenticatedAt, accessEpoch, secondFactorAt, identityId, providerSession };
}

/** Opens a session under a new secret and ends the one that the browser came with, so that none can be planted. */
export async function signedInCookie(parts: IdentityParts, request: Incoming, opened: Opened): Promise<Header> {
  const { database, secure } = parts;
  const before = await parts.signIn.currentUser(request.request);
  const secret = await openBrowserSession(database, { ...opened, ...placeOf(request) });
  if (before) await end(parts, request, before);
  return ['Set-Cookie', setSessionCookie(secret, { secure, seconds: BROWSER_SESSION_SECONDS })];
}

/**
 * Lets somebody in who has proved who they are, or asks them for their second factor first: the one way from a proof to a session.
 * What was shown as a second factor already (`secondFactorAt`) is not asked for again.
 */
export async function admit(
  parts: IdentityParts,
  request: Incoming,
  { next, ...opened }: Opened & { readonly next: string },
): Promise<Response> {
  const { database, secure } = parts;
  const isDone = Boolean(opened.secondFactorAt) || (await nextStep(database, opened.userId)) === 'none';
  if (isDone) return seeOther(next, [await signedInCookie(parts, request, opened), ...(await endPending(parts, request))]);
  await endPending(parts, request);
  const secret = await openBrowserSession(database, { ...opened, ...placeOf(request), kind: 'pending' });
  const cookie = setSessionCookie(secret, { secure, seconds: PENDING_SIGN_IN_SECONDS, kind: 'pending' });
  return seeOther(`${SECOND_FACTOR_PATH}?next=${encodeURIComponent(next)}`, [['Set-Cookie', cookie]]);
}

/** The sign-in of this browser that waits for a second factor. */
export async function pendingSignIn({ database, secure }: IdentityParts, { request, now }: Incoming): Promise<BrowserSession | undefined> {
  const secret = sessionCookie(request.headers.get('cookie') ?? undefined, { secure, kind: 'pending' });
  const session = secret === undefined ? undefined : await readSession(database, { kind: 'pending', hash: hashToken(secret), now });
  return session && browserSessionOf(session);
}

/** Ends the sign-in that waits, when there is one, and answers what takes its cookie away. */
export async function endPending(parts: IdentityParts, request: Incoming): Promise<Header[]> {
  const pending = await pendingSignIn(parts, request);
  if (pending) await end(parts, request, pending);
  // One that is over by itself, or was ended with everything else, leaves its cookie behind too.
  const isSent = sessionCookie(request.request.headers.get('cookie') ?? undefined, { secure: parts.secure, kind: 'pending' }) !== undefined;
  if (!isSent) return [];
  return [['Set-Cookie', clearSessionCookie({ secure: parts.secure, kind: 'pending' })]];
}

async function end(parts: IdentityParts, { requestId, now }: Incoming, session: BrowserSession): Promise<void> {
  const caller = { kind: 'user', id: session.user.id, name: session.user.name, tenantId: session.tenantId, role: null } as const;
  await revokeSession(parts.database, session.sessionId, makeCall({ caller, requestId, now: () => now }));
}

function placeOf({ agent, address, now }: Incoming): Pick<OpenedSession, 'agent' | 'address' | 'now'> {
  return { agent, address, now };
}
