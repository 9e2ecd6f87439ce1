import { repeat } from '../repeat.ts';
import type { Signer } from '../signing/signer.ts';
import type { Database } from '../storage/database.ts';
import { CheckpointSigning } from './checkpoints.ts';
import { sealAuditEntries, sealRound } from './seal-entries.ts';
import { roundKind, THOROUGH } from './sealing-rounds.ts';
import { SealingThread } from './sealing-thread.ts';

export interface SealingOptions {
  /** Signs checkpoints; without one the chain has none. */
  readonly signer?: Signer;
  /** Told of what went wrong; the next round is made all the same. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds between two rounds; 500 unless given. */
  readonly every?: number;
  /** Milliseconds without an entry after which the sealing thread ends; a minute unless given. */
  readonly idle?: number;
}

/**
 * Appends audit entries to their chains within a second of their commit, and signs checkpoints, until it is stopped. Every process
 * may; it keeps no process alive.
 *
 * Few entries are sealed in passing. Where more come than 100 in a round, a thread with connections of its own seals them, so that
 * those who write wait for none of it, until nothing has been written for a minute. A thread that fails is not started again: all
 * is sealed in passing then.
 *
 * @returns what stops it, and settles once all that was committed by then is sealed
 */
export function startAuditSealing(
  database: Database,
  { signer, onError, every = 500, idle = 60_000 }: SealingOptions,
): () => Promise<void> {
  const checkpoints = signer && new CheckpointSigning(database, signer);
  // What is in the memory of this process no other thread can open.
  let canMove = !/^(sqlite:)?:memory:$/.test(database.url);
  let thread: SealingThread | undefined;
  let signing: Promise<void> | undefined;
  let rounds = 0;
  const moveToThread = (): void => {
    thread = new SealingThread({
      url: database.url,
      every,
      idle,
      onRound: (heads, isThorough) => {
        signing = (signing ?? Promise.resolve()).then(() => checkpoints?.signDue(heads, isThorough)).catch(onError);
      },
      onError,
      onFailure: (error) => {
        canMove = false;
        onError(error);
      },
    });
  };
  const round = async (): Promise<void> => {
    if (thread && !thread.hasEnded) return;
    const kind = roundKind(rounds);
    rounds += 1;
    const { heads, hasMore } = await sealRound(database, { lookBack: kind.lookBack, ...(canMove && { parts: 1 }) });
    if (hasMore) moveToThread();
    await checkpoints?.signDue(heads, kind === THOROUGH);
  };
  const stopRounds = repeat({ every, round, onError });
  return async () => {
    await stopRounds();
    await thread?.stop();
    await signing;
    await sealAuditEntries(database)
      .then((heads) => checkpoints?.signDue(heads, false))
      .catch(onError);
  };
}
