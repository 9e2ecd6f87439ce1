import type { Database } from '@colophon/core';

/** How many of a user's latest browser sessions are searched for the device. */
const SEARCHED = 200;

/** A browser: by the hash of its own cookie, and as it calls itself. */
export interface Device {
  readonly hash: string;
  readonly label: string;
}

/**
 * Whether a user signs in with a browser that they have not used before. The first one of an account is not new, and sessions from before
 * there was a cookie of the device count by the name of the browser.
 */
export async function isNewDevice(database: Database, userId: string, { hash, label }: Device): Promise<boolean> {
  const sessions = await database.all(
    database.dialect.builder
      .selectFrom('sessions')
      .select(['device', 'label'])
      .where('userId', '=', userId)
      .where('kind', '=', 'browser')
      .orderBy('created_at', 'desc')
      .limit(SEARCHED)
      .compile(),
  );
  if (sessions.length === 0) return false;
  return !sessions.some(({ device, label: earlier }) => (device === null ? earlier === label : device === hash));
}
