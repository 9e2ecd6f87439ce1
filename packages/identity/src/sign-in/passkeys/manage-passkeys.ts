import { type Call, type Database, NotFoundError, ValidationError } from '@colophon/core';
import { endAccessSince } from '../../users/end-access.ts';
import { type Passkey, Passkeys } from '../../users/factors/passkey.ts';
import type { User } from '../../users/user.ts';

/** The longest name of a passkey, in UTF-16 units. */
export const LONGEST_PASSKEY_NAME = 100;

interface OwnPasskey {
  readonly id: string;
  readonly userId: string;
  readonly call: Call;
}

/** Renames a passkey. @throws NotFoundError, ValidationError */
export async function renamePasskey(
  database: Database,
  { id, userId, name, call }: OwnPasskey & { readonly name: string | null },
): Promise<Passkey> {
  if (name === null) throw ValidationError.of([{ pointer: '/name', code: 'required', detail: 'must be a name' }]);
  return database.transaction(async () => {
    const passkey = await requireOwn(database, { id, userId, call });
    passkey.name = name;
    return passkey.save();
  });
}

/**
 * Removes a passkey, and ends all access of the user: the reason may be that somebody else has it.
 *
 * @returns the account, with the epoch for the session to continue with
 * @throws NotFoundError
 * @throws ConflictError if all access was ended meanwhile
 */
export async function removePasskey(database: Database, own: OwnPasskey & { readonly accessEpoch: number }): Promise<User> {
  return database.transaction(async () => {
    const user = await endAccessSince(database, own.userId, own);
    const passkey = await requireOwn(database, own);
    await passkey.delete();
    return user;
  });
}

async function requireOwn(database: Database, { id, userId, call }: OwnPasskey): Promise<Passkey> {
  const passkey = await new Passkeys(database, call).getForUpdate(id);
  if (!passkey || passkey.userId !== userId) throw new NotFoundError('You have no such passkey.');
  return passkey;
}
