import { type Call, type Database, SYSTEM_CALL } from '@colophon/core';
import { normalizeEmail } from '../text/email.ts';
import { type User, Users } from './user.ts';

/** Returns the user with this address, creating it if there is none. */
export async function ensureUser(
  database: Database,
  { email, name, call = SYSTEM_CALL }: { email: string; name?: string | undefined; call?: Call },
): Promise<User> {
  const existing = await findUser(database, email);
  return existing ?? addUser(database, { email, name, call });
}

/** The user with this address, or undefined. */
export function findUser(database: Database, email: string): Promise<User | undefined> {
  return new Users(database).find({ email: normalizeEmail(email) });
}

/** Creates a user; the default name is the part before the `@`. @throws ConflictError if the address has one */
export function addUser(
  database: Database,
  { email, name, call = SYSTEM_CALL }: { email: string; name?: string | undefined; call?: Call },
): Promise<User> {
  return new Users(database, call).add({ email, name: name ?? normalizeEmail(email).split('@')[0] ?? email });
}
