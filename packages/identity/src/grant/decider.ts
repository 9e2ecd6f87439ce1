import { type Call, type Database, ForbiddenError, makeCall, type Role, UnauthenticatedError } from '@colophon/core';
import { currentEpoch } from '../users/end-access.ts';
import { needsSecondFactor } from '../users/factors/factor-rule.ts';
import { hasFactor } from '../users/factors/factors-of.ts';
import { SecondFactorRequiredError } from '../users/factors/second-factor-error.ts';
import { standingOf } from '../users/standing.ts';

/** The user who decides whether a terminal, or an agent, may act for them. */
export interface Decider {
  readonly userId: string;
  readonly name: string;
  readonly requestId: string | null;
  /** The account epoch of the browser session; absent if the sign-in has none. */
  readonly accessEpoch?: number | undefined;
  /** When a second factor was shown in that session; absent or null if none was. */
  readonly secondFactorAt?: string | null | undefined;
}

/**
 * Requires that a user may let others act for them in a tenant.
 *
 * @returns their role there, and the epoch of their session: what they allow ends with it, even if that is happening concurrently
 * @throws ForbiddenError if the user does not belong to the tenant
 * @throws SecondFactorRequiredError if the user has a second factor, or needs one there, and the session has not shown one
 * @throws UnauthenticatedError if all access of the user was ended meanwhile
 */
export async function requireDecider(
  database: Database,
  by: Decider,
  tenantId: string | null,
): Promise<{ readonly role: Role; readonly accessEpoch: number }> {
  const standing = await standingOf(database, by.userId, tenantId);
  if (!standing) {
    throw new ForbiddenError('You are not, or no longer, a member of this tenant.', { hint: 'Choose one of your own tenants.' });
  }
  await requireFactor(database, by, { role: standing.role, tenantId });
  return { role: standing.role, accessEpoch: await epochOf(database, by) };
}

/** @throws SecondFactorRequiredError */
async function requireFactor(database: Database, by: Decider, standing: { role: Role; tenantId: string | null }): Promise<void> {
  if (by.secondFactorAt) return;
  if ((await needsSecondFactor(database, standing)) || (await hasFactor(database, by.userId))) throw new SecondFactorRequiredError();
}

async function epochOf(database: Database, by: Decider): Promise<number> {
  const epoch = await currentEpoch(database, by.userId);
  if (epoch === undefined || (by.accessEpoch !== undefined && by.accessEpoch !== epoch)) {
    throw new UnauthenticatedError('You were signed out in the meantime.');
  }
  return epoch;
}

/** A call of the user who decides. */
export function callBy(by: Decider, { tenantId, now, operation }: { tenantId: string | null; now: Date; operation: string }): Call {
  return makeCall({
    caller: { kind: 'user', id: by.userId, name: by.name, tenantId, role: null },
    requestId: by.requestId,
    operation,
    now: () => now,
  });
}
