/** A separate process that tries user codes for its parent, one after the other, and returns the status of each. */
import { ColophonError, type Database, openDatabase } from '@colophon/core';
import { approveLogin } from '../grant/decide.ts';

/** The message to such a process. */
export interface Tries {
  readonly url: string;
  readonly userId: string;
  /** Codes, each with the time at which it is tried. */
  readonly codes: readonly (readonly [code: string, now: string])[];
}

process.on('message', ({ url, userId, codes }: Tries) => {
  void tryAll(url, userId, codes).then((statuses) => process.send?.(statuses));
});
process.send?.('ready');

async function tryAll(url: string, userId: string, codes: Tries['codes']): Promise<number[]> {
  const database = await openDatabase(url);
  try {
    const statuses: number[] = [];
    for (const [userCode, now] of codes) statuses.push(await statusOf(database, { userId, userCode, now: new Date(now) }));
    return statuses;
  } finally {
    await database.close();
  }
}

async function statusOf(database: Database, { userId, userCode, now }: { userId: string; userCode: string; now: Date }): Promise<number> {
  try {
    await approveLogin(database, { userCode, tenantId: null, by: { userId, name: 'Bob', requestId: null }, now });
    return 200;
  } catch (error) {
    if (!(error instanceof ColophonError)) throw error;
    return error.status;
  }
}
