import { parentPort } from 'node:worker_threads';
import { repeat } from '../async/repeat.ts';
import { sqlitePath } from '../storage/sqlite/sqlite-path.ts';
import type { ChainHead } from './read-unsealed.ts';
import { sealAuditEntries } from './seal-entries.ts';
import { roundKind, THOROUGH } from './sealing-rounds.ts';
import type { SealingMessage, SealingThreadData } from './sealing-thread.ts';
import { StagedSealer } from './staged-sealer.ts';

/**
 * Makes PostgreSQL read entries and links side by side in key order. It cannot know how many of the latest rows have no
 * link, and would otherwise read and sort all of them for each batch.
 */
const IN_ORDER = { enable_hashjoin: 'off', enable_nestloop: 'off', enable_bitmapscan: 'off', enable_seqscan: 'off', enable_sort: 'off' };
/**
 * Commits of links do not wait for the disk: links lost in a crash are sealed again. A checkpoint is committed durably, and with it
 * everything before it in the write-ahead log, so it never outlives its links.
 */
const UNFLUSHED = { synchronous_commit: 'off' };

interface Sealer {
  seal(lookBack: number): Promise<ReadonlyMap<string, ChainHead>>;
  close(): Promise<void> | void;
}

/** The other end of `SealingThread`: runs rounds until it is stopped, or nothing was written for `idle` milliseconds. */
export function runSealingThread({ url, every, idle }: SealingThreadData): void {
  let stopping = false;
  let rounds = 0;
  let busyAt = performance.now();
  let sealer: Sealer | undefined;
  const report = (message: SealingMessage): void => parentPort?.postMessage(message);
  const stopRounds = repeat({
    every,
    round: async () => {
      const kind = roundKind(rounds);
      rounds += 1;
      sealer ??= await openSealer(url, () => stopping);
      const heads = await sealer.seal(kind.lookBack);
      if (heads.size > 0) busyAt = performance.now();
      if (heads.size > 0 || kind === THOROUGH) report({ heads, isThorough: kind === THOROUGH });
      if (performance.now() - busyAt > idle) void stop();
    },
    onError: (error) => {
      const { message, code } = error as Error & { code?: unknown };
      report({ fault: { message, code: typeof code === 'string' ? code : undefined } });
    },
  });
  const stop = async (): Promise<void> => {
    if (stopping) return;
    stopping = true;
    await stopRounds();
    await sealer?.close();
    parentPort?.close();
  };
  parentPort?.on('message', () => void stop());
}

async function openSealer(url: string, isStopping: () => boolean): Promise<Sealer> {
  if (url.startsWith('sqlite:')) {
    const staged = new StagedSealer(sqlitePath(url));
    return { seal: (lookBack) => staged.seal(lookBack, isStopping), close: () => staged.close() };
  }
  const { PostgresDatabase } = await import('../storage/postgres/postgres-database.ts');
  const database = new PostgresDatabase(url, { connections: 1, settings: { ...IN_ORDER, ...UNFLUSHED } });
  return { seal: (lookBack) => sealAuditEntries(database, lookBack), close: () => database.close() };
}
