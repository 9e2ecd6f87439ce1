export { serveWork } from './serve-work.ts';
export { WorkerFaultError, WorkerLimitError } from './worker-errors.ts';
export type { WorkerLimit } from './worker-errors.ts';
export { WorkerPool } from './worker-pool.ts';
export type { WorkerPoolOptions } from './worker-pool.ts';
export { workerUrl } from './worker-url.ts';
