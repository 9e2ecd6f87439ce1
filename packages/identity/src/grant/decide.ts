import { normalizeUserCode } from '@colophon/contract';
import { type Database, NotFoundError } from '@colophon/core';
import { v7 as uuid } from 'uuid';
import { type Allowance, reserveAttempt, returnAttempt } from '@colophon/core/throttle';
import { Sessions, UNFETCHED } from '../sessions/session.ts';
import { callBy, type Decider, requireDecider } from './decider.ts';
import { applyEvent, findLogin, type StoredLogin } from './logins.ts';
import { revokeSession } from '../sessions/revoke-session.ts';
import type { GrantEvent, GrantOutcome } from './machine.ts';

/** Five codes in ten minutes per user: with 20^8 codes, the chance of guessing one stays below one in 2^32 (RFC 8628 §5.1). */
export const CODE_ATTEMPTS: Allowance = { attempts: 5, windowMs: 600_000 };

const OPERATION = 'device_logins.decide';

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
  const { accessEpoch } = await requireDecider(database, by, tenantId);
  const sessionId = uuid();
  const at = now.toISOString();
  const call = callBy(by, { tenantId, now, operation: OPERATION });
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

/** Denies the login with this code; also one that the same user approved, until its token is fetched. */
export async function denyLogin(database: Database, { userCode, by, now }: { userCode: string; by: Decider; now: Date }): Promise<void> {
  const call = callBy(by, { tenantId: null, now, operation: OPERATION });
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
