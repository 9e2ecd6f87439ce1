import { type Call, ConflictError, type Database, NotFoundError, SYSTEM_CALL } from '@colophon/core';
import { endAccess } from './end-access.ts';
import { Users } from './user.ts';

/**
 * Disables an account: all access of the user ends immediately, and sign-in is no longer possible.
 *
 * @throws NotFoundError, ConflictError if it is disabled already
 */
export async function disableUser(database: Database, userId: string, call: Call = SYSTEM_CALL): Promise<void> {
  await endAccess(database, userId, {
    call,
    changes: { disabledAt: call.now().toISOString() },
    check: (user) => {
      if (user.disabledAt !== null) throw new ConflictError('This account is already disabled.');
    },
  });
}

/** Enables a disabled account again, with its previous password. @throws NotFoundError, ConflictError */
export async function enableUser(database: Database, userId: string, call: Call = SYSTEM_CALL): Promise<void> {
  await database.transaction(async () => {
    const user = await new Users(database, call).getForUpdate(userId);
    if (!user) throw new NotFoundError(`There is no user ${userId}.`);
    if (user.disabledAt === null) throw new ConflictError('This account is not disabled.');
    user.disabledAt = null;
    await user.save();
  });
}
