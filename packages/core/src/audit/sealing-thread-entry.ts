import { workerData } from 'node:worker_threads';
import type { SealingThreadData } from './sealing-thread.ts';

// Loaded by name, so that a bundler puts nothing into this file that others load too: it would be run by them.
const { runSealingThread } = await import('./run-sealing-thread.ts');
runSealingThread(workerData as SealingThreadData);
