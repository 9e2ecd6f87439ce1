import { type Call, ConflictError, type Database, NotFoundError, SYSTEM_CALL } from '@colophon/core';
import { endAccess } from './end-access.ts';
import { Users } from './user.ts';

/**
 * Disables an account: everything that lets the person in ends at once, and nobody signs in with it any more.
 *
 * @throws NotFoundError, ConflictError when it is disabled already
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

/** Lets a disabled account sign in again, with the password that it had. @throws NotFoundError, ConflictError */
export async function enableUser(database: Database, userId: string, call: Call = SYSTEM_CALL): Promise<void> {
  await database.transaction(async () => {
    const user = await new Users(database, call).getForUpdate(userId);
    if (!user) throw new NotFoundError(`There is no user ${userId}.`);
    if (user.disabledAt === null) throw new ConflictError('This account is not disabled.');
    user.disabledAt = null;
    await user.save();
  });
}
