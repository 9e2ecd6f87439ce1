import { randomBytes } from 'node:crypto';
import { makeCall } from '@colophon/core';
import { seeOther } from '@colophon/core/rest';
import { isNewDevice } from '../security/known-device.ts';
import { recordSecurityEvent } from '../security/record-event.ts';
import { browserName } from '../sessions/browser-name.ts';
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

/** The page where users show or set up their second factor before they continue. */
export const SECOND_FACTOR_PATH = '/sign-in/second-factor';

type Opened = Omit<OpenedSession, 'agent' | 'address' | 'now' | 'kind'>;

/** The data that a session passes to its replacement. */
export function inheritedFrom({ user, tenantId, authenticatedAt, accessEpoch = 0, ...began }: BrowserSession): Opened {
  const { secondFactorAt = null, identityId = null, providerSession = null } = began;
  return { userId: user.id, userName: user.name, tenantId, authenticatedAt, accessEpoch, secondFactorAt, identityId, providerSession };
}

/** Opens a session with a new secret and ends the browser's previous one, against session fixation. */
export async function signedInCookie(parts: IdentityParts, request: Incoming, opened: Opened): Promise<Header> {
  const { database, secure } = parts;
  const before = await parts.signIn.currentUser(request.request);
  const device = hashToken(deviceOf(parts, request));
  // A session that replaces one of the same person is no sign-in.
  if (before?.user.id !== opened.userId) await noteDevice(parts, request, opened, device);
  const secret = await openBrowserSession(database, { ...opened, ...placeOf(request), device });
  if (before) await end(parts, request, before);
  return ['Set-Cookie', setSessionCookie(secret, { secure, seconds: BROWSER_SESSION_SECONDS })];
}

/** How long a browser is recognized, in seconds: 400 days, the most that browsers allow. */
const DEVICE_SECONDS = 400 * 24 * 3600;

/** The secret by which this browser is recognized, from its cookie; a new one is set with the response. */
function deviceOf({ secure }: IdentityParts, { request, cookies }: Incoming): string {
  const existing = sessionCookie(request.headers.get('cookie') ?? undefined, { secure, kind: 'device' });
  const device = existing ?? randomBytes(32).toString('base64url');
  cookies.push(setSessionCookie(device, { secure, kind: 'device', seconds: DEVICE_SECONDS }));
  return device;
}

/** Records a sign-in with a browser that the person has not used before. */
async function noteDevice({ database }: IdentityParts, { agent, address, now }: Incoming, { userId }: Opened, hash: string): Promise<void> {
  const label = browserName(agent);
  if (!(await isNewDevice(database, userId, { hash, label }))) return;
  await recordSecurityEvent(database, { kind: 'signin.new_device', userId, address, agent, data: { browser: label }, now });
}

/**
 * Opens a session for an authenticated user, or asks for the second factor first. Every sign-in method uses this function. A
 * second factor that was already shown (`secondFactorAt`) is not requested again.
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

/** Returns the browser's sign-in that waits for a second factor. */
export async function pendingSignIn({ database, secure }: IdentityParts, { request, now }: Incoming): Promise<BrowserSession | undefined> {
  const secret = sessionCookie(request.headers.get('cookie') ?? undefined, { secure, kind: 'pending' });
  const session = secret === undefined ? undefined : await readSession(database, { kind: 'pending', hash: hashToken(secret), now });
  return session && browserSessionOf(session);
}

/** Ends a waiting sign-in, if there is one, and returns the header that removes its cookie. */
export async function endPending(parts: IdentityParts, request: Incoming): Promise<Header[]> {
  const pending = await pendingSignIn(parts, request);
  if (pending) await end(parts, request, pending);
  // The cookie is removed even if the sign-in has expired or was ended otherwise.
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
