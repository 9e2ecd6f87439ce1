import { Contents } from '@colophon/content';
import { type Database, NotFoundError } from '@colophon/core';
import { publicKeySet } from '@colophon/core/signing';
import type { Config } from '../config/load-config.ts';

const TRIED = 20;

/** Verifies the signed accounts of any published pieces of a backup that was restored for a trial. */
export async function tryAccounts(_config: Config, database: Database): Promise<{ checked: readonly string[]; faults: readonly string[] }> {
  const { verifyAccount } = await import('@colophon/verify');
  const faults: string[] = [];
  const keys = await publicKeySet(database);
  const any = await database.all({
    sql: `SELECT id FROM "contents" WHERE status = 'published' ORDER BY random() LIMIT ${TRIED}`,
    parameters: [],
  });
  let verified = 0;
  for (const { id } of any) {
    try {
      const content = await new Contents(database).get(String(id));
      const { ok, fault } = await verifyAccount(await content?.getSignedAccount(), { keys });
      verified += 1;
      if (!ok) faults.push(`The account of the piece ${String(id)} is not genuine: ${fault?.message}`);
    } catch (error) {
      // What was published before there was a key has no account.
      if (!(error instanceof NotFoundError)) throw error;
    }
  }
  return { checked: [`${verified} accounts`], faults };
}
