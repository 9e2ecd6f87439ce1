import type { Database } from '@colophon/core';
import { factorsOf } from '../../users/factors/factors-of.ts';

/** What stands between a person who has shown one factor and their session: nothing, a code, or setting a second one up. */
export type NextStep = 'none' | 'prove' | 'enrol';

/**
 * What a person who has shown one factor has to do before they go on. Whoever has a second one shows it: a code of their app, a
 * passkey, or a recovery code. Whose role needs one anywhere and who has none sets an app up.
 */
export async function nextStep(database: Database, userId: string): Promise<NextStep> {
  const { totpSince, passkeys, isRequired } = await factorsOf(database, userId);
  if (totpSince !== null || passkeys > 0) return 'prove';
  return isRequired ? 'enrol' : 'none';
}
