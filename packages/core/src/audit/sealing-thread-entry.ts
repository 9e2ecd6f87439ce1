import { parentPort, workerData } from 'node:worker_threads';
import { repeat } from '../repeat.ts';
import { openDatabase } from '../storage/open-database.ts';
import { sqlitePath } from '../storage/sqlite/sqlite-path.ts';
import type { ChainHead } from './read-unsealed.ts';
import { sealAuditEntries } from './seal-entries.ts';
import { roundKind, THOROUGH } from './sealing-rounds.ts';
import type { SealingMessage, SealingThreadData } from './sealing-thread.ts';
import { StagedSealer } from './staged-sealer.ts';

// The other end of `SealingThread`.
const { url, every, idle } = workerData as SealingThreadData;

interface Sealer {
  seal(lookBack: number): Promise<ReadonlyMap<string, ChainHead>>;
  close(): Promise<void> | void;
}

let stopping = false;
let rounds = 0;
let busyAt = performance.now();
const tell = (message: SealingMessage): void => parentPort?.postMessage(message);
let sealer: Sealer | undefined;

async function openSealer(): Promise<Sealer> {
  if (url.startsWith('sqlite:')) {
    const staged = new StagedSealer(sqlitePath(url));
    return { seal: (lookBack) => staged.seal(lookBack, () => stopping), close: () => staged.close() };
  }
  const database = await openDatabase(url);
  return { seal: (lookBack) => sealAuditEntries(database, lookBack), close: () => database.close() };
}

const stopRounds = repeat({
  every,
  round: async () => {
    const kind = roundKind(rounds);
    rounds += 1;
    sealer ??= await openSealer();
    const heads = await sealer.seal(kind.lookBack);
    if (heads.size > 0) busyAt = performance.now();
    if (heads.size > 0 || kind === THOROUGH) tell({ heads, isThorough: kind === THOROUGH });
    if (performance.now() - busyAt > idle) void stop();
  },
  onError: (error) => {
    const { message, code } = error as Error & { code?: unknown };
    tell({ fault: { message, code: typeof code === 'string' ? code : undefined } });
  },
});

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  await stopRounds();
  await sealer?.close();
  parentPort?.close();
}

parentPort?.on('message', () => void stop());
