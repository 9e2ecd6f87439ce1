/**
 * A process of its own that tries a user code: `try-code.ts <database url> <user id> <code> <now>`.
 * It prints the status that it was answered with.
 */
import { ColophonError, openDatabase } from '@colophon/core';
import { approveLogin } from '../grant/decide.ts';

const [url = '', userId = '', userCode = '', now = ''] = process.argv.slice(2);
const database = await openDatabase(url);
try {
  await approveLogin(database, { userCode, tenantId: null, by: { userId, name: 'Bob', requestId: null }, now: new Date(now) });
  process.stdout.write('200');
} catch (error) {
  if (!(error instanceof ColophonError)) throw error;
  process.stdout.write(String(error.status));
} finally {
  await database.close();
}
