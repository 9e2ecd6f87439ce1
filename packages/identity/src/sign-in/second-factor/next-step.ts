import type { Database } from '@colophon/core';
import { factorsOf } from '../../users/factors/factors-of.ts';

/** What stands between a person who has shown one factor and their session: nothing, a code, or setting a second one up. */
export type NextStep = 'none' | 'prove' | 'enrol';

/**
 * What a person who has shown one factor has to do before they go on. Whoever has an authenticator app shows a code; whose role
 * needs a second factor anywhere shows a passkey that they have, or sets an app up. Whoever has a passkey and needs no second factor
 * may still sign in with the password alone, and shows the passkey for what is asked of a session later (`isSignedIn`).
 */
export async function nextStep(database: Database, userId: string, { isSignedIn = false } = {}): Promise<NextStep> {
  const { totpSince, passkeys, isRequired } = await factorsOf(database, userId);
  if (totpSince !== null || (passkeys > 0 && (isRequired || isSignedIn))) return 'prove';
  return isRequired ? 'enrol' : 'none';
}
