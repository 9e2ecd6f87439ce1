import { randomBytes } from 'node:crypto';
import { SYSTEM_CALL } from '../callers/call.ts';
import { ConflictError } from '../errors/errors.ts';
import type { Database } from '../storage/database.ts';
import { AuditHeads } from './audit-chain.ts';
import type { HeadMarking } from './checkpoints.ts';
import { requireKeptEnds } from './kept-ends.ts';
import type { ChainHead } from './read-unsealed.ts';

const NONCE_BYTES = 32;

/** Notes the ends of chains for the transparency log, whose next head signs them. */
export const loggedEnds: HeadMarking = {
  mark: noteHead,
  async last(database, chain) {
    const [last] = await new AuditHeads(database).list({ where: { chain }, orderBy: '-sequence', limit: 1 });
    return last && { sequence: last.sequence, signedAt: last.notedAt };
  },
};

/**
 * Notes the end of a chain. If another process notes the same one, only one is stored.
 *
 * @throws LogShortenedError if the log does not continue what was signed before
 */
async function noteHead(database: Database, chain: string, { sequence, chainHash }: ChainHead, now: Date): Promise<void> {
  await requireKeptEnds(database);
  try {
    const call = { ...SYSTEM_CALL, now: () => now };
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    await new AuditHeads(database, call).add({ chain, sequence, chainHash, nonce, notedAt: now.toISOString() });
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
}
