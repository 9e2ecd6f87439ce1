import { type Call, ConflictError, type Database, NotFoundError } from '@colophon/core';
import { endAccessSince } from '../users/end-access.ts';
import { factorsOf } from '../users/factors/factors-of.ts';
import { identitiesOf, UserIdentities } from '../users/user-identity.ts';
import type { User } from '../users/user.ts';

/**
 * Removes an identity from an account, and ends all access of the user. Roles given by the provider's groups stay until an administrator
 * removes them.
 *
 * @returns the account, with the epoch for the session to continue with
 * @throws ConflictError (`last_way_in`) if the user has no other way to sign in
 * @throws NotFoundError
 */
export async function unlinkIdentity(
  database: Database,
  { id, userId, accessEpoch, call }: { id: string; userId: string; accessEpoch: number; call: Call },
): Promise<User> {
  return database.transaction(async () => {
    const user = await endAccessSince(database, userId, { accessEpoch, call });
    const identities = await identitiesOf(database, userId);
    if (!identities.some((each) => each.id === id)) throw new NotFoundError('You do not have this identity.');
    const { passkeys } = await factorsOf(database, userId);
    if (user.passwordHash === null && passkeys === 0 && identities.length === 1) {
      throw new ConflictError('You could not sign in without this identity.', {
        code: 'last_way_in',
        hint: 'Add a passkey first, or ask an administrator for a link to set a password.',
      });
    }
    await new UserIdentities(database, call).remove(id);
    return user;
  });
}
