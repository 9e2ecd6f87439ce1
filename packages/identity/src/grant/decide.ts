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

/** Five codes in ten minutes a person: with 20^8 codes, guessing stays below one in 2^32 (RFC 8628 §5.1). */
export const CODE_ATTEMPTS: Allowance = { attempts: 5, windowMs: 600_000 };

/** Who decides. */
export interface Decider {
  readonly userId: string;
  readonly name: string;
  readonly requestId: string | null;
  /** The epoch of the account that their browser's session is of; absent where the sign-in knows none. */
  readonly accessEpoch?: number | undefined;
  /** When a second factor was shown in that session; absent or null when none was. */
  readonly secondFactorAt?: string | null | undefined;
}

/** No login waits for this code, or not any more, or somebody else decided it: one answer for all of these. */
export class UnknownCodeError extends NotFoundError {
  constructor() {
    super('No login is waiting for this code.', {
      hint: 'Compare the code with the one in your terminal. If ten minutes have passed, start the login again.',
    });
  }
}

/**
 * Approves the login that shows this code, for the tenant that the person chose. Doing it again changes nothing.
 *
 * @throws ForbiddenError when the person does not belong to the tenant
 * @throws SecondFactorRequiredError when the person has a second factor, or needs one there, and their session has shown none
 * @throws UnauthenticatedError when everything that lets the person in was ended meanwhile
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
        // Without a secret until the terminal fetches one, and gone with the login if it never does.
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

/** The epoch that the terminal's session is made for: the approver's own, so that it ends with theirs even when that is under way. */
async function epochOf(database: Database, by: Decider): Promise<number> {
  const epoch = await currentEpoch(database, by.userId);
  if (epoch === undefined || (by.accessEpoch !== undefined && by.accessEpoch !== epoch)) {
    throw new UnauthenticatedError('You were signed out in the meantime.');
  }
  return epoch;
}

/** Denies the login that shows this code; one that the same person approved, too, as long as nobody fetched its token. */
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

/**
 * Shows the login that waits for this code, for the person to compare. It counts as an attempt, given back when the code
 * matches.
 */
export async function lookUpLogin(
  database: Database,
  { userCode, by, now }: { userCode: string; by: Decider; now: Date },
): Promise<StoredLogin> {
  const at = now.toISOString();
  const found = await attempt(database, { by, now }, async () => {
    const code = readCode(userCode);
    const login = code === undefined ? undefined : await findLogin(database, { userCode: code });
    const live =
      login && login.expiresAt > at && (login.status === 'pending' || (login.userId === by.userId && login.status !== 'expired'));
    return live ? login : undefined;
  });
  if (!found) throw new UnknownCodeError();
  return found;
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
 * Reserves an attempt, does what is tried, and gives the attempt back when it found something. One transaction under the
 * lock of the person's attempts: parallel right answers do not use up what is theirs, parallel wrong ones get no more.
 */
async function attempt<T>(
  database: Database,
  { by, now }: { by: Decider; now: Date },
  work: () => Promise<T | undefined>,
): Promise<T | undefined> {
  return database.transaction(async () => {
    const reserved = await reserveAttempt(database, `device-code:${by.userId}`, CODE_ATTEMPTS, now);
    const found = await work();
    if (found !== undefined) await returnAttempt(database, reserved);
    return found;
  });
}

/** The code in its stored form; undefined when it cannot be one, which counts as an attempt all the same. */
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
