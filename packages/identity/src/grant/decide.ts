import { normalizeUserCode } from '@colophon/contract';
import { type Call, type Database, ForbiddenError, makeCall, NotFoundError, type Role, UnauthenticatedError } from '@colophon/core';
import { v7 as uuid } from 'uuid';
import { type Allowance, reserveAttempt, returnAttempt } from '@colophon/core/throttle';
import { Sessions, UNFETCHED } from '../sessions/session.ts';
import { currentEpoch } from '../users/end-access.ts';
import { needsSecondFactor } from '../users/factors/factor-rule.ts';
import { hasFactor } from '../users/factors/factors-of.ts';
import { SecondFactorRequiredError } from '../users/factors/second-factor-error.ts';
import { standingOf } from '../users/standing.ts';
import { applyEvent, findLogin, type StoredLogin } from './logins.ts';
import { revokeSession } from '../sessions/revoke-session.ts';
import type { GrantEvent, GrantOutcome } from './machine.ts';

/** Five codes in ten minutes per user: with 20^8 codes, the chance of guessing one stays below one in 2^32 (RFC 8628 §5.1). */
export const CODE_ATTEMPTS: Allowance = { attempts: 5, windowMs: 600_000 };

/** The user who decides. */
export interface Decider {
  readonly userId: string;
  readonly name: string;
  readonly requestId: string | null;
  /** The account epoch of the browser session; absent if the sign-in has none. */
  readonly accessEpoch?: number | undefined;
  /** When a second factor was shown in that session; absent or null if none was. */
  readonly secondFactorAt?: string | null | undefined;
}

/** No pending login has this code, or another user decided it: one response for all of these. */
export class UnknownCodeError extends NotFoundError {
  constructor() {
    super('No login is waiting for this code.', {
      hint: 'Compare the code with the one in your terminal. If ten minutes have passed, start the login again.',
    });
  }
}

/**
 * Approves the login with this code, for the chosen tenant. Idempotent.
 *
 * @throws ForbiddenError if the user does not belong to the tenant
 * @throws SecondFactorRequiredError if the user has a second factor, or needs one there, and the session has not shown one
 * @throws UnauthenticatedError if all access of the user was ended meanwhile
 * @throws UnknownCodeError, TooManyAttemptsError
 */
export async function approveLogin(
  database: Database,
  { userCode, tenantId, by, now }: { userCode: string; tenantId: string | null; by: Decider; now: Date },
): Promise<void> {
  const standing = await standingOf(database, by.userId, tenantId);
  if (!standing) {
    throw new ForbiddenError('You are not, or no longer, a member of this tenant.', { hint: 'Choose one of your own tenants.' });
  }
  await requireFactor(database, by, { role: standing.role, tenantId });
  const accessEpoch = await epochOf(database, by);
  const sessionId = uuid();
  const at = now.toISOString();
  const call = callBy(by, tenantId, now);
  await decide(database, {
    userCode,
    by,
    now,
    event: { type: 'approve', userId: by.userId, at },
    options: {
      call,
      values: { userId: by.userId, grantedTenantId: tenantId, sessionId },
      onChange: async (login) => {
        // Without a secret until the terminal fetches one, and removed with the login if it never does.
        await new Sessions(database, call).add({
          id: sessionId,
          kind: 'cli',
          userId: by.userId,
          tenantId,
          hash: `${UNFETCHED}${sessionId}`,
          label: login.clientName ?? login.clientId ?? 'Terminal',
          address: login.address,
          expiresAt: login.expiresAt,
          accessEpoch,
          authenticatedAt: at,
          secondFactorAt: by.secondFactorAt ?? null,
        });
      },
    },
  });
}

/** @throws SecondFactorRequiredError */
async function requireFactor(database: Database, by: Decider, standing: { role: Role; tenantId: string | null }): Promise<void> {
  if (by.secondFactorAt) return;
  if ((await needsSecondFactor(database, standing)) || (await hasFactor(database, by.userId))) throw new SecondFactorRequiredError();
}

/** The epoch of the terminal's session is the approver's own, so that it ends with theirs even if that is happening concurrently. */
async function epochOf(database: Database, by: Decider): Promise<number> {
  const epoch = await currentEpoch(database, by.userId);
  if (epoch === undefined || (by.accessEpoch !== undefined && by.accessEpoch !== epoch)) {
    throw new UnauthenticatedError('You were signed out in the meantime.');
  }
  return epoch;
}

/** Denies the login with this code; also one that the same user approved, until its token is fetched. */
export async function denyLogin(database: Database, { userCode, by, now }: { userCode: string; by: Decider; now: Date }): Promise<void> {
  const call = callBy(by, null, now);
  await decide(database, {
    userCode,
    by,
    now,
    event: { type: 'deny', userId: by.userId, at: now.toISOString() },
    options: {
      call,
      values: { userId: by.userId },
      onChange: async (login, effect) => {
        if (effect === 'revoke' && login.sessionId !== null) await revokeSession(database, login.sessionId, call);
      },
    },
  });
}

/** Returns the pending login with this code, for the user to compare. It counts as an attempt, which is refunded if the code matches. */
export async function lookUpLogin(
  database: Database,
  { userCode, by, now }: { userCode: string; by: Decider; now: Date },
): Promise<StoredLogin> {
  const at = now.toISOString();
  const pending = await attempt(database, { by, now }, async () => {
    const code = readCode(userCode);
    const login = code === undefined ? undefined : await findLogin(database, { userCode: code });
    const live =
      login && login.expiresAt > at && (login.status === 'pending' || (login.userId === by.userId && login.status !== 'expired'));
    return live ? login : undefined;
  });
  if (!pending) throw new UnknownCodeError();
  return pending;
}

interface Decision {
  readonly userCode: string;
  readonly by: Decider;
  readonly now: Date;
  readonly event: GrantEvent;
  readonly options: Parameters<typeof applyEvent>[3];
}

async function decide(database: Database, { userCode, by, now, event, options }: Decision): Promise<void> {
  const outcome = await attempt(database, { by, now }, async (): Promise<GrantOutcome | undefined> => {
    const code = readCode(userCode);
    const applied = code === undefined ? undefined : await applyEvent(database, { userCode: code }, event, options);
    return applied && applied.outcome !== 'unknown' ? applied.outcome : undefined;
  });
  if (outcome === undefined) throw new UnknownCodeError();
}

/**
 * Reserves an attempt, runs the action, and refunds the attempt on success. One transaction under the lock of the user's attempts: parallel
 * right codes do not use up attempts, parallel wrong ones get no additional ones.
 */
async function attempt<T>(
  database: Database,
  { by, now }: { by: Decider; now: Date },
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  return database.transaction(async () => {
    const reserved = await reserveAttempt(database, `device-code:${by.userId}`, CODE_ATTEMPTS, now);
    const result = await work();
    if (result !== undefined) await returnAttempt(database, reserved);
    return result;
  });
}

/** The code in its stored form; undefined if it is invalid, which still counts as an attempt. */
function readCode(typed: string): string | undefined {
  try {
    return normalizeUserCode(typed.slice(0, 100));
  } catch {
    return undefined;
  }
}

function callBy(by: Decider, tenantId: string | null, now: Date): Call {
  return makeCall({
    caller: { kind: 'user', id: by.userId, name: by.name, tenantId, role: null },
    requestId: by.requestId,
    operation: 'device_logins.decide',
    now: () => now,
  });
}
