import { repeat } from '../async/repeat.ts';
import type { Signer } from '../signing/signer.ts';
import type { Database } from '../storage/database.ts';
import { CheckpointSigning, signedCheckpoints } from './checkpoints.ts';
import { loggedEnds } from './note-heads.ts';
import { sealAuditEntries, sealRound } from './seal-entries.ts';
import { roundKind, THOROUGH } from './sealing-rounds.ts';
import { SealingThread } from './sealing-thread.ts';

export interface SealingOptions {
  /** Signs checkpoints; without a signer, and without a log, there are none. */
  readonly signer?: Signer;
  /** Whether the ends of chains are entries of the transparency log instead, which `startSequencing` signs. */
  readonly isLogged?: boolean;
  /** Called with errors; the next round runs anyway. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds between two rounds; 500 by default. */
  readonly every?: number;
  /** Milliseconds without an entry after which the sealing thread ends; a minute by default. */
  readonly idle?: number;
}

/**
 * Appends audit entries to their chains within a second of their commit, and signs checkpoints, until it is stopped. Every process
 * can run it; it does not keep the process alive.
 *
 * Small batches are sealed in the main thread. If a round finds more than 100 entries, a thread with its own connections takes
 * over, so that writers do not wait, until nothing has been written for a minute. A thread that fails is not restarted: everything
 * is sealed in the main thread then.
 *
 * @returns a function that stops it and settles once all entries committed by then are sealed
 */
export function startAuditSealing(
  database: Database,
  { signer, isLogged = false, onError, every = 500, idle = 60_000 }: SealingOptions,
): () => Promise<void> {
  const marking = isLogged ? loggedEnds : signer && signedCheckpoints(signer);
  const checkpoints = marking && new CheckpointSigning(database, marking);
  // An in-memory database cannot be opened by another thread.
  let canMove = !/^(sqlite:)?:memory:$/.test(database.url);
  let thread: SealingThread | undefined;
  let signing: Promise<void> | undefined;
  let rounds = 0;
  const moveToThread = (): void => {
    thread = new SealingThread({
      url: database.directUrl,
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
