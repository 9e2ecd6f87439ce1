import { type Call, ConflictError, type Database, NotFoundError, SYSTEM_CALL } from '@colophon/core';
import { type User, Users } from './user.ts';

export interface EndAccessOptions {
  readonly call?: Call;
  /** Set on the account in the same statement. */
  readonly changes?: { readonly passwordHash?: string; readonly disabledAt?: string };
  /** Runs in the same transaction on the account as it is then, before anything is changed; a throw leaves all as it was. */
  readonly check?: (user: User) => void;
}

/**
 * Ends everything that lets a person in: browsers, terminals, device logins that were approved and not fetched yet, links
 * to set a password and invitations. It is one statement on the account, whose `accessEpoch` every one of them carries, so
 * that nothing which is being made meanwhile can slip through: what was made for the earlier epoch never works.
 *
 * @returns the account, with the epoch that new sessions are made for
 * @throws NotFoundError
 */
export async function endAccess(
  database: Database,
  userId: string,
  { call = SYSTEM_CALL, changes = {}, check }: EndAccessOptions = {},
): Promise<User> {
  return database.transaction(async () => {
    const user = await new Users(database, call).getForUpdate(userId);
    if (!user) throw new NotFoundError(`There is no user ${userId}.`);
    check?.(user);
    Object.assign(user, changes);
    user.accessEpoch += 1;
    return user.save();
  });
}

/**
 * The account, locked, if it is still in the epoch of the session that asks: what is made or changed in the ambient transaction then
 * ends with everything else, or was made before.
 *
 * @throws ConflictError when everything of it was ended meanwhile, or it was disabled
 */
export async function requireSince(database: Database, userId: string, { accessEpoch, call }: Since): Promise<User> {
  const user = await new Users(database, call).getForUpdate(userId);
  if (!user || user.accessEpoch !== accessEpoch || user.disabledAt !== null)
    throw new ConflictError('You were signed out in the meantime.');
  return user;
}

/** As `endAccess`, for somebody who asks for it in a session of theirs that has not ended meanwhile. @throws as `requireSince` */
export async function endAccessSince(database: Database, userId: string, { accessEpoch, call }: Since): Promise<User> {
  return database.transaction(async () => {
    await requireSince(database, userId, { accessEpoch, call });
    return endAccess(database, userId, { call });
  });
}

/** The session that asks. */
export interface Since {
  /** The epoch that it is of. */
  readonly accessEpoch: number;
  readonly call: Call;
}

/** The epoch of an account that is not disabled; undefined when there is none. */
export async function currentEpoch(database: Database, userId: string): Promise<number | undefined> {
  const { builder } = database.dialect;
  const query = builder.selectFrom('users').select('accessEpoch').where('id', '=', userId).where('disabledAt', 'is', null);
  const row = await database.first(query.compile());
  return row && Number(row['accessEpoch']);
}
