import type { Database } from '@colophon/core';
import { factorsOf } from '../../users/factors/factors-of.ts';

/** What stands between a person who has shown one factor and their session: nothing, a code, or setting a second one up. */
export type NextStep = 'none' | 'prove' | 'enrol';

/**
 * What a person who has shown a password or followed a link has to do before they are signed in. Whoever has a second factor shows
 * it; whose role needs one anywhere and who has none sets one up.
 */
export async function nextStep(database: Database, userId: string): Promise<NextStep> {
  const { totpSince, isRequired } = await factorsOf(database, userId);
  if (totpSince !== null) return 'prove';
  return isRequired ? 'enrol' : 'none';
}
