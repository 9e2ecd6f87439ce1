import { workerData } from 'node:worker_threads';
import type { SealingThreadData } from './sealing-thread.ts';

// Loaded by name, so that a bundler does not add code shared with other modules to this file, which would run on import.
const { runSealingThread } = await import('./run-sealing-thread.ts');
runSealingThread(workerData as SealingThreadData);
