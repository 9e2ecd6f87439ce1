import type { Database } from '@colophon/core';
import { hashPassword } from '../users/password.ts';
import { Users } from '../users/user.ts';
import type { Browser, Seen } from './browser.ts';

export const PASSWORD = 'correct horse battery staple';
let hashed: Promise<string> | undefined;

/** Gives a person the password of the tests. */
export async function givePassword(database: Database, userId: string): Promise<void> {
  await new Users(database).update(userId, { passwordHash: await (hashed ??= hashPassword(PASSWORD)) });
}

/** Signs in by the page, as a person does. */
export async function signInAs(
  browser: Browser,
  email: string,
  { password = PASSWORD, from = '/sign-in' }: { password?: string; from?: string } = {},
): Promise<Seen> {
  return browser.submit(await browser.open(from), 'Sign in', { email, password });
}
