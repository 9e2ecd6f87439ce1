/**
 * A process of its own that tries user codes, one after the other: `try-code.ts <database url> <user id> <code>@<time>…`.
 * It prints the status that each was answered with.
 */
import { ColophonError, openDatabase } from '@colophon/core';
import { approveLogin } from '../grant/decide.ts';

const [url = '', userId = '', ...tries] = process.argv.slice(2);
const database = await openDatabase(url);
try {
  for (const each of tries) {
    const [userCode = '', now = ''] = each.split('@');
    process.stdout.write(`${await statusOf(userCode, new Date(now))} `);
  }
} finally {
  await database.close();
}

async function statusOf(userCode: string, now: Date): Promise<number> {
  try {
    await approveLogin(database, { userCode, tenantId: null, by: { userId, name: 'Bob', requestId: null }, now });
    return 200;
  } catch (error) {
    if (!(error instanceof ColophonError)) throw error;
    return error.status;
  }
}
