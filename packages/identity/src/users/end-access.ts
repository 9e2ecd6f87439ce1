import { type Call, ConflictError, type Database, NotFoundError, SYSTEM_CALL } from '@colophon/core';
import { recordChange } from '../security/record-event.ts';
import { type User, Users } from './user.ts';

export interface EndAccessOptions {
  readonly call?: Call;
  /** Columns set on the account in the same statement. */
  readonly changes?: { readonly passwordHash?: string; readonly disabledAt?: string };
  /** Runs in the same transaction with the account as it is then, before anything is changed; an error leaves everything unchanged. */
  readonly check?: (user: User) => void;
}

/**
 * Ends all access of a user: browsers, terminals, device logins that were approved and not fetched yet, links to set a password and
 * invitations. It is one statement on the account, whose `accessEpoch` each of them carries, so that nothing created concurrently slips
 * through: everything of the earlier epoch stops working.
 *
 * @returns the account, with the epoch for new sessions
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
    if (changes.disabledAt === undefined && isOther(call, userId)) {
      await recordChange(database, call, { kind: 'session.ended_by_admin', userId, subject: user.email });
    }
    return user.save();
  });
}

/** Whether somebody else than the person does this: an administrator, or a program of one. */
function isOther({ caller: { kind, id } }: Call, userId: string): boolean {
  return kind === 'token' || (kind === 'user' && id !== userId);
}

/**
 * Returns the account, locked, if it is still in the epoch of the current session: whatever the ambient transaction creates or changes then
 * precedes any later ending of access.
 *
 * @throws ConflictError if all access was ended meanwhile, or the account was disabled
 */
export async function requireSince(database: Database, userId: string, { accessEpoch, call }: Since): Promise<User> {
  const user = await new Users(database, call).getForUpdate(userId);
  if (!user || user.accessEpoch !== accessEpoch || user.disabledAt !== null)
    throw new ConflictError('You were signed out in the meantime.');
  return user;
}

/** Like `endAccess`, on behalf of a session that has not ended meanwhile. @throws as `requireSince` */
export async function endAccessSince(database: Database, userId: string, { accessEpoch, call }: Since): Promise<User> {
  return database.transaction(async () => {
    await requireSince(database, userId, { accessEpoch, call });
    return endAccess(database, userId, { call });
  });
}

/** The current session. */
export interface Since {
  /** The epoch of that session. */
  readonly accessEpoch: number;
  readonly call: Call;
}

/** The epoch of an account that is not disabled; undefined if there is none. */
export async function currentEpoch(database: Database, userId: string): Promise<number | undefined> {
  const { builder } = database.dialect;
  const query = builder.selectFrom('users').select('accessEpoch').where('id', '=', userId).where('disabledAt', 'is', null);
  const row = await database.first(query.compile());
  return row && Number(row['accessEpoch']);
}
