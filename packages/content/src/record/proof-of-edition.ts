import type { AccountProof } from '@colophon/contract';
import type { Database } from '@colophon/core';
import { transparencyLog } from '@colophon/core/log';

/** The kind of the entries of editions. */
export const EDITION_KIND = 'edition';

/** Returns the proof that an edition is in the log. */
export async function proofOfEdition(database: Database, id: string): Promise<AccountProof> {
  const proof = await database.ports.use(transparencyLog)?.proof(EDITION_KIND, id);
  if (!proof) return {};
  return { proof: proof.text, ...(proof.token === null ? {} : { timestamp: proof.token }) };
}
