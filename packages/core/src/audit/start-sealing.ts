import { repeat } from '../repeat.ts';
import type { Signer } from '../signing/signer.ts';
import type { Database } from '../storage/database.ts';
import { checkpointIfDue, signDueCheckpoints } from './checkpoints.ts';
import { LOOK_BACK_MS, sealAuditEntries } from './seal-entries.ts';

export interface SealingOptions {
  /** Signs checkpoints; without one the chain has none. */
  readonly signer?: Signer;
  /** Told of what went wrong; the next round is made all the same. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds between two rounds; 500 unless given. */
  readonly every?: number;
}

/** How far most rounds look back, in milliseconds: a transaction that lasts longer is found by a round that looks further. */
const BRIEF = { every: 1, lookBack: 2000 };
const LONGER = { every: 20, lookBack: 60_000 };
const THOROUGH = { every: 240, lookBack: LOOK_BACK_MS };

/**
 * Appends audit entries to their chains within a second of their commit, and signs checkpoints, until it is stopped. Every process
 * may; it keeps no process alive.
 *
 * @returns what stops it, and settles once all that was committed by then is sealed
 */
export function startAuditSealing(database: Database, { signer, onError, every = 500 }: SealingOptions): () => Promise<void> {
  let rounds = 0;
  const round = async (): Promise<void> => {
    // The first round of all takes what was committed while nobody sealed.
    const kind = [THOROUGH, LONGER].find(({ every: turns }) => rounds % turns === 0) ?? BRIEF;
    rounds += 1;
    const heads = await sealAuditEntries(database, kind.lookBack);
    if (signer) for (const [chain, head] of heads) await checkpointIfDue(database, signer, chain, head);
    if (signer && kind === THOROUGH) await signDueCheckpoints(database, signer);
  };
  const stop = repeat({ every, round, onError });
  return async () => {
    await stop();
    await round().catch(onError);
  };
}
