import type { KeySet } from '../signing/key-documents.ts';
import type { Database } from '../storage/database.ts';
import type { CheckpointStatement } from './checkpoints.ts';
import { CheckpointError, readCheckpoint, storedCheckpoints } from './read-checkpoints.ts';
import type { ChainEnd, ChainFault } from './verify-chain.ts';

/** The valid checkpoints of a database, and the first fault of those of each chain. */
export interface CheckedCheckpoints {
  readonly statements: readonly CheckpointStatement[];
  readonly faults: readonly ChainFault[];
}

/** What the stored checkpoints are compared with. */
export interface ExpectedCheckpoints {
  readonly keys: KeySet;
  /** The ends that are kept outside of the database. */
  readonly kept: readonly ChainEnd[];
  /** The ends that are proved to be in the transparency log. */
  readonly logged: readonly CheckpointStatement[];
  readonly now: Date;
}

/**
 * Verifies the stored checkpoints: their signatures, that each is stored as what was signed, and that those of the ends kept outside of the
 * database are there.
 */
export async function checkCheckpoints(database: Database, { keys, kept, logged, now }: ExpectedCheckpoints): Promise<CheckedCheckpoints> {
  const statements: CheckpointStatement[] = [];
  const faults = new Map<string, ChainFault>();
  const add = (chain: string, sequence: number, message: string): void => {
    if (!faults.has(chain)) faults.set(chain, { kind: 'unsigned', chain, sequence, entryId: null, message });
  };
  const signed = new Set<string>(logged.map(placeOf));
  for await (const { chain, sequence, chainHash, signedAt, jws } of storedCheckpoints(database)) {
    try {
      const statement = await readCheckpoint(jws, keys, now);
      const isAsSigned = statement.chain === chain && statement.sequence === sequence && statement.chainHash === chainHash;
      if (!isAsSigned || Math.floor(Date.parse(signedAt) / 1000) !== statement.iat)
        add(chain, sequence, 'A checkpoint is stored with another place, hash or time than were signed.');
      statements.push(statement);
      signed.add(placeOf(statement));
    } catch (error) {
      if (!(error instanceof CheckpointError)) throw error;
      add(chain, sequence, error.message);
    }
  }
  for (const end of kept)
    if (!signed.has(placeOf(end)))
      add(end.chain, end.sequence, `The signed checkpoint of ${end.place} is missing: checkpoints were removed.`);
  return { statements, faults: [...faults.values()] };
}

function placeOf({ chain, sequence, chainHash }: Pick<ChainEnd, 'chain' | 'sequence' | 'chainHash'>): string {
  return JSON.stringify([chain, sequence, chainHash]);
}
