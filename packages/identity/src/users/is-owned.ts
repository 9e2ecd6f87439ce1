import type { Database } from '@colophon/core';
import { hasFactor } from './factors/factors-of.ts';
import { Passkeys } from './factors/passkey.ts';
import { identitiesOf } from './user-identity.ts';
import type { User } from './user.ts';

/** Whether the account has a sign-in method: then it has an owner, and no invitation can set its password. */
export async function isOwned(database: Database, user: User): Promise<boolean> {
  if (user.passwordHash !== null || (await hasFactor(database, user.id))) return true;
  if ((await new Passkeys(database).count({ where: { userId: user.id } })) > 0) return true;
  return (await identitiesOf(database, user.id)).length > 0;
}
