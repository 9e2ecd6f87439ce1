import type { Database } from '@colophon/core';
import { accountCredentials } from '../../record/account-credentials.ts';

/**
 * Returns the seal of an edition's digest, which tells later that a process with the signing key made it. A key that is not there or cannot be
 * read holds up no publication: its account is then signed by the command only.
 */
export async function sealOf(database: Database, digest: string): Promise<string | null> {
  try {
    return (await database.ports.use(accountCredentials)?.signer.seal(digest)) ?? null;
  } catch {
    return null;
  }
}
