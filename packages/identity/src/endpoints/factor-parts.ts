import { type Call, ColophonError, makeCall } from '@colophon/core';
import {
  beginEnrolment,
  confirmEnrolment,
  endEnrolment,
  type Enrolled,
  type Enrolment,
  openEnrolment,
} from '../sign-in/second-factor/enrol.ts';
import type { Proof } from '../sign-in/second-factor/prove.ts';
import { factorKey } from '../sign-in/second-factor/seal.ts';
import type { BrowserSession } from '../sign-in/port.ts';
import { hasFactor } from '../users/factors/factors-of.ts';
import { SecondFactorRequiredError } from '../users/factors/second-factor-error.ts';
import type { Incoming } from './incoming.ts';
import { inheritedFrom, type Header, SECOND_FACTOR_PATH, signedInCookie } from './open-session.ts';
import type { IdentityParts } from './parts.ts';

/** The maximum age of a sign-in for changing sign-in methods, in milliseconds: 15 minutes. */
const RECENT_MS = 900_000;

/** If the sign-in is old, another person may be at the browser now. Responds with 403. */
export class SignInAgainError extends ColophonError {
  constructor() {
    super(403, 'sign_in_again', 'You signed in too long ago to change how you sign in.', { hint: 'Sign in again, then repeat it.' });
  }
}

/** Whether the user has just authenticated. */
export function isRecent({ authenticatedAt }: Pick<BrowserSession, 'authenticatedAt'>, now: Date, within: number = RECENT_MS): boolean {
  return now.getTime() - Date.parse(authenticatedAt) < within;
}

/**
 * Requires a recent sign-in, with the second factor if the user has one, before sign-in methods are changed: a stolen session cannot be
 * made permanent.
 *
 * @throws SignInAgainError, SecondFactorRequiredError
 */
export async function requireChange({ database }: IdentityParts, session: BrowserSession, { now }: Incoming): Promise<void> {
  if (!isRecent(session, now)) throw new SignInAgainError();
  if (!session.secondFactorAt && (await hasFactor(database, session.user.id))) throw new SecondFactorRequiredError();
}

/**
 * Returns where a user refused by `requireChange` can provide what is missing, returning to a path afterwards. @throws any other error
 * unchanged
 */
export function proofPath({ signIn }: IdentityParts, error: unknown, returnTo: string): string {
  if (error instanceof SignInAgainError) return signIn.signInPath(returnTo);
  if (error instanceof SecondFactorRequiredError) return `${SECOND_FACTOR_PATH}?next=${encodeURIComponent(returnTo)}`;
  throw error;
}

/** A call of the user of the browser. */
export function callOf({ user, tenantId }: BrowserSession, { requestId, now, address }: Incoming, operation: string): Call {
  const caller = { kind: 'user', id: user.id, name: user.name, tenantId, role: null } as const;
  return makeCall({ caller, requestId, operation, address, now: () => now });
}

/** A code entered by the user of the browser. */
export function proofOf(parts: IdentityParts, request: Incoming, session: BrowserSession, code: string): Proof & { accessEpoch: number } {
  const { user, accessEpoch = 0 } = session;
  return { userId: user.id, code, key: factorKey(parts.secret), call: callOf(session, request, 'second_factor'), accessEpoch };
}

export function begin(parts: IdentityParts, request: Incoming, session: BrowserSession): Promise<Enrolment> {
  return beginEnrolment(parts.database, {
    ...proofOf(parts, request, session, ''),
    issuer: parts.appName,
    account: session.user.email,
  });
}

/** The current setup, to be shown again next to the error. */
export function underWay(parts: IdentityParts, { user }: BrowserSession): Promise<Enrolment | undefined> {
  const key = factorKey(parts.secret);
  return openEnrolment(parts.database, { userId: user.id, key, issuer: parts.appName, account: user.email });
}

/** Enables the authenticator app; the user continues in a session that has shown it. */
export async function confirm(
  parts: IdentityParts,
  request: Incoming,
  session: BrowserSession,
  code: string,
): Promise<{ enrolled: Enrolled; cookie: Header }> {
  const enrolled = await confirmEnrolment(parts.database, proofOf(parts, request, session, code));
  const cookie = await continueSession(parts, request, session, {
    accessEpoch: enrolled.user.accessEpoch,
    secondFactorAt: request.now.toISOString(),
  });
  return { enrolled, cookie };
}

/** Removes the authenticator app; the user continues in a session without a second factor. */
export async function remove(parts: IdentityParts, request: Incoming, session: BrowserSession, code: string): Promise<Header> {
  const { accessEpoch } = await endEnrolment(parts.database, proofOf(parts, request, session, code));
  return continueSession(parts, request, session, { accessEpoch, secondFactorAt: null });
}

/** Opens a session that continues this one. */
export function continueSession(
  parts: IdentityParts,
  request: Incoming,
  session: BrowserSession,
  changes: { readonly accessEpoch?: number; readonly secondFactorAt: string | null },
): Promise<Header> {
  return signedInCookie(parts, request, { ...inheritedFrom(session), ...changes });
}
