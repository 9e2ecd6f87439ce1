import type { Database } from '@colophon/core';
import { factorsOf } from '../../users/factors/factors-of.ts';

/** The step between the first factor and a session: none, a code, or setting up a second factor. */
export type NextStep = 'none' | 'prove' | 'enrol';

/**
 * The next step after the first factor. Users with a second factor show it: a code of their app, a passkey, or a recovery code. Users with
 * a role that needs one in any tenant, and without one, set up an app.
 */
export async function nextStep(database: Database, userId: string): Promise<NextStep> {
  const { totpSince, passkeys, isRequired } = await factorsOf(database, userId);
  if (totpSince !== null || passkeys > 0) return 'prove';
  return isRequired ? 'enrol' : 'none';
}
