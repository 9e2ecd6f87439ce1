import type { Database } from '@colophon/core';
import { openBrowserSession } from '../sign-in/password-sign-in.ts';
import { hashPassword } from '../users/password.ts';
import { Users } from '../users/user.ts';
import type { Browser, Seen } from './browser.ts';
import type { RunningIdentity } from './serve.ts';

export const PASSWORD = 'correct horse battery staple';

/** Gives a user the password of the tests. */
export async function givePassword(database: Database, userId: string): Promise<void> {
  await new Users(database).update(userId, { passwordHash: await hashPassword(database, PASSWORD) });
}

/** Signs in through the page, as a user does. */
export async function signInAs(
  browser: Browser,
  email: string,
  { password = PASSWORD, from = '/sign-in' }: { password?: string; from?: string } = {},
): Promise<Seen> {
  return browser.submit(await browser.open(from), 'Sign in', { email, password });
}

/** A browser with a signed-in user, without the tenth of a second that a password takes. */
export async function signedIn(
  server: RunningIdentity,
  database: Database,
  person: { userId: string; name: string },
  now: Date,
  secondFactorAt: string | null = null,
): Promise<Browser> {
  const browser = server.browser();
  const { accessEpoch } = await new Users(database).require(person.userId);
  const opened = {
    userId: person.userId,
    userName: person.name,
    accessEpoch,
    agent: 'a browser',
    address: '127.0.0.1',
    now,
    secondFactorAt,
  };
  browser.cookies.set('colophon_session', await openBrowserSession(database, opened));
  return browser;
}
