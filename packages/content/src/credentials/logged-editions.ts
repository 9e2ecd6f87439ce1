import { hash } from 'node:crypto';
import type { Database } from '@colophon/core';
import { isLogged, type LogSource, type LogStatement } from '@colophon/core/log';
import { signedJws } from './signed-jws.ts';
import { EDITION_KIND } from '../record/proof-of-edition.ts';
import { readAccounts, type StoredAccount } from './stored-account.ts';

/** Editions that one slice looks at, and those of them that it takes: few queries, and none that lasts. */
const LOOKED_AT = 2000;
const AT_ONCE = 500;

/**
 * Logs each edition that is signed and that readers may see. What is logged is the digest of the edition, which its signed account names; of an
 * account from before there were editions it is the digest of the account.
 */
export const loggedEditions: LogSource = {
  kind: EDITION_KIND,
  async read(database, after = '', log) {
    const end = await endOfSlice(database, after);
    const now = database.dialect.encode('datetime', new Date().toISOString());
    const accounts = await readAccounts(database, (all) => {
      const signed = all
        .where('edition.id', '>', after)
        .where('edition.kid', 'is not', null)
        .where('edition.publishedAt', '<=', now)
        .where((each) => each.not(isLogged({ kind: EDITION_KIND, log, key: 'edition.id' })));
      return (end === undefined ? signed : signed.where('edition.id', '<=', end)).orderBy('edition.id').limit(AT_ONCE);
    });
    const statements: LogStatement[] = [];
    for (const account of accounts.toSorted(byPublication)) {
      const digest = await digestOf(database, account);
      if (digest !== undefined) statements.push({ id: account.id, digest });
    }
    const last = accounts.at(-1);
    return { statements, next: accounts.length === AT_ONCE && last ? last.id : end };
  },
};

/** Readers got them in this order, so the log has them in it as far as it has them together. */
function byPublication(one: StoredAccount, other: StoredAccount): number {
  return one.publishedAt === other.publishedAt ? one.number - other.number : one.publishedAt < other.publishedAt ? -1 : 1;
}

async function digestOf(database: Database, account: StoredAccount): Promise<string | undefined> {
  if (account.number > 0) return account.digest;
  const jws = await signedJws(database, account);
  return jws === undefined ? undefined : `sha256:${hash('sha256', jws, 'hex')}`;
}

/** The last of the editions that a slice looks at; undefined if it looks at all that remain. */
async function endOfSlice(database: Database, after: string): Promise<string | undefined> {
  const query = database.dialect.builder
    .selectFrom('content_editions')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .offset(LOOKED_AT - 1)
    .limit(1);
  const row = await database.first(query.compile());
  return row && String(row['id']);
}
