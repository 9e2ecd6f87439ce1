import { type Call, type Database, SYSTEM_CALL } from '@colophon/core';
import { endAccess } from '../end-access.ts';
import type { User } from '../user.ts';
import { Passkeys } from './passkey.ts';
import { RecoveryCodes } from './recovery-code.ts';
import { TotpSecrets } from './totp-secret.ts';

/**
 * Removes every second factor of a user, including passkeys, and ends all their access: for users who lost their phone and their recovery
 * codes. They sign in with what is left, and set up a new one if their role needs it.
 *
 * @throws NotFoundError
 */
export async function resetFactors(database: Database, userId: string, call: Call = SYSTEM_CALL): Promise<User> {
  return database.transaction(async () => {
    const user = await endAccess(database, userId, { call });
    await removeTotp(database, userId, call);
    for (const passkey of await new Passkeys(database, call).list({ where: { userId }, limit: 100 })) await passkey.delete();
    return user;
  });
}

/** Removes the secret of the authenticator app and the recovery codes, in the ambient transaction. */
export async function removeTotp(database: Database, userId: string, call: Call): Promise<void> {
  const secret = await new TotpSecrets(database, call).find({ userId });
  await secret?.delete();
  await removeRecoveryCodes(database, userId, call);
}

/** Removes the recovery codes, including used ones, in the ambient transaction. */
export async function removeRecoveryCodes(database: Database, userId: string, call: Call): Promise<void> {
  for (const code of await new RecoveryCodes(database, call).list({ where: { userId }, limit: 100 })) await code.delete();
}
