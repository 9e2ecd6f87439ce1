import type { Database } from '@colophon/core';
import { freezeFirstEditions } from '../editions/first-editions.ts';
import { accountCredentials } from '../record/account-credentials.ts';
import { forgetRevokedSignatures } from './forget-revoked.ts';
import { recordEarlierVersions } from './record-earlier-versions.ts';
import { signEditions } from './sign-editions.ts';

/**
 * Signs the editions that processes with the key have made and that are not signed yet. Each process does so every second; nothing is signed
 * in the transaction of a publication, which therefore takes no longer and does not wait for a key.
 *
 * @returns the number of signed accounts
 */
export async function signPending(database: Database): Promise<number> {
  const settings = database.ports.use(accountCredentials);
  return settings ? signEditions(database, settings) : 0;
}

/**
 * Signs every unsigned account, including those from before signing began, those without a seal and those that were signed with a key after it
 * was revoked; they state that they were signed late. Run once, after an upgrade or a revocation. It vouches for what is stored now, so look at what it is about to sign if others can write to the database.
 *
 * @param onSigned called with the number of signed accounts, as it progresses
 * @returns the number of signed accounts
 * @example
 * await signAllAccounts(database); // 12
 */
export async function signAllAccounts(database: Database, onSigned?: (signed: number) => void): Promise<number> {
  const settings = database.ports.use(accountCredentials);
  if (!settings) return 0;
  const errors: unknown[] = [];
  for (let isOver = false; !isOver;) {
    try {
      isOver = (await freezeFirstEditions(database)) === 0;
    } catch (error) {
      // Those that could be frozen are signed all the same.
      errors.push(error);
    }
  }
  await recordEarlierVersions(database);
  await forgetRevokedSignatures(database);
  const signed = await signEditions(database, settings, { late: true, onSigned });
  if (errors.length > 0) throw new AggregateError(errors, `${signed} accounts were signed; some pieces have no edition to sign.`);
  return signed;
}
