import { memoryUsage } from 'node:process';
import { Worker } from 'node:worker_threads';
import { BusyError, UnavailableError } from '../errors/errors.ts';
import type { WorkAnswer, WorkRequest } from './serve-work.ts';
import { WorkerFaultError, type WorkerLimit, WorkerLimitError } from './worker-errors.ts';

export interface WorkerPoolOptions {
  /** The module that calls `serveWork`; see `workerUrl`. */
  readonly entry: URL;
  /** Number of workers. Default: 2. */
  readonly size?: number;
  /** Time limit for one input in milliseconds, once it is being processed. */
  readonly deadline: number;
  /**
   * Limit of processor time for one input in milliseconds, which does not depend on the load of the machine. The first input of a worker
   * includes loading its code. If Node does not report it (before 22.20 and 24.6), only `deadline` applies. Default: no limit.
   */
  readonly processorTime?: number;
  /**
   * Number of bytes by which the process may grow while an input is processed. Buffers count, which V8's own limits ignore. A worker that
   * holds less than half of it is not to blame, unless the process has grown by twice as much.
   */
  readonly memory: number;
  /** Maximum number of waiting inputs. Default: 20. */
  readonly queue?: number;
  /** Number of inputs after which a worker is replaced by a fresh one. Default: 200. */
  readonly renewAfter?: number;
}

interface Job {
  readonly input: unknown;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

interface KeptWorker {
  readonly worker: Worker;
  served: number;
  job: Job | undefined;
  began: number;
  startedAt: number;
  /** Milliseconds of processor time when the work was first checked. */
  processorTime: number | undefined;
}

/** API that Node 22.19 does not have. */
type MeasuredWorker = Worker & {
  cpuUsage?(): Promise<{ user: number; system: number }>;
  getHeapStatistics?(): Promise<{ used_heap_size: number; external_memory: number }>;
};

const POLL_MS = 50;

/**
 * V8's own limit of a worker's heap, as a multiple of the pool's. A worker that reaches it can take the whole process with it, by an array
 * that grows for instance (https://github.com/nodejs/node/issues/47224), so the pool must have ended the worker long before.
 */
const HEAP_LIMIT = 3;

/**
 * Runs work on untrusted input in pooled worker threads, with a deadline and a memory limit for each input. A worker that exceeds either is
 * terminated and replaced; the event loop is not blocked.
 *
 * @example
 * const pool = new WorkerPool({ entry: workerUrl('render-thread-entry', import.meta.url), deadline: 5000, memory: 512_000_000 });
 * await pool.run({ markdown: '*Hello*' });
 */
export class WorkerPool<Input, Output> {
  readonly #options: Required<Omit<WorkerPoolOptions, 'processorTime'>> & { readonly processorTime: number };
  readonly #workers = new Set<KeptWorker>();
  readonly #waiting: Job[] = [];
  #poll: NodeJS.Timeout | undefined;

  constructor(options: WorkerPoolOptions) {
    this.#options = { size: 2, queue: 20, renewAfter: 200, processorTime: Number.POSITIVE_INFINITY, ...options };
  }

  /** The number of inputs waiting for a worker. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Processes one input.
   *
   * @throws BusyError if too many are already waiting
   * @throws WorkerLimitError if the work was terminated
   * @throws WorkerFaultError with the error that the work threw
   */
  run(input: Input): Promise<Output> {
    return new Promise<Output>((resolve, reject) => {
      if (this.#waiting.length >= this.#options.queue) {
        reject(new BusyError('Too many inputs are already waiting; try again in a few seconds.'));
        return;
      }
      this.#waiting.push({ input, resolve: resolve as (value: unknown) => void, reject });
      this.#next();
    });
  }

  /** Terminates all workers and rejects waiting inputs. */
  async close(): Promise<void> {
    for (const job of this.#waiting.splice(0)) job.reject(new UnavailableError('The process is stopping.'));
    await Promise.all([...this.#workers].map((kept) => this.#end(kept, 'crash')));
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const kept = [...this.#workers].find((each) => !each.job) ?? (this.#workers.size < this.#options.size ? this.#start() : undefined);
      if (!kept) return;
      const job = this.#waiting.shift();
      if (!job) return;
      kept.job = job;
      kept.began = performance.now();
      kept.startedAt = memoryUsage.rss();
      kept.processorTime = undefined;
      kept.worker.ref();
      kept.worker.postMessage({ id: (kept.served += 1), input: job.input } satisfies WorkRequest);
      this.#poll ??= setInterval(() => this.#watch(), POLL_MS);
    }
  }

  #start(): KeptWorker {
    const heap = Math.ceil((this.#options.memory * HEAP_LIMIT) / 1_000_000);
    const worker = new Worker(this.#options.entry, {
      // By default each worker would reserve 24 MB for new objects.
      resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: 12 },
    });
    const kept: KeptWorker = { worker, served: 0, job: undefined, began: 0, startedAt: 0, processorTime: undefined };
    worker.on('message', (answer: WorkAnswer) => this.#settle(kept, answer));
    worker.on('error', (error) => {
      const { code } = error as Error & { code?: unknown };
      void this.#end(kept, code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : 'crash', error);
    });
    worker.on('exit', () => void this.#end(kept, 'crash'));
    worker.unref();
    this.#workers.add(kept);
    return kept;
  }

  #settle(kept: KeptWorker, { id, value, fault }: WorkAnswer): void {
    const { job } = kept;
    if (!job || id !== kept.served) return;
    kept.job = undefined;
    kept.worker.unref();
    if (fault) job.reject(new WorkerFaultError(fault.message, fault.name, fault.code));
    else job.resolve(value);
    if (kept.served >= this.#options.renewAfter) void this.#end(kept, 'crash');
    else this.#next();
  }

  #watch(): void {
    const busy = [...this.#workers].filter((kept) => kept.job);
    if (busy.length === 0) {
      clearInterval(this.#poll);
      this.#poll = undefined;
      return;
    }
    const [now, rss] = [performance.now(), memoryUsage.rss()];
    const { deadline, memory, processorTime } = this.#options;
    for (const kept of busy) if (now - kept.began > deadline) void this.#end(kept, 'deadline');
    if (processorTime < Number.POSITIVE_INFINITY) for (const kept of busy) void this.#watchProcessorTime(kept);
    // If two are busy, it is unknown which one grew; the one that has been running longer is terminated first.
    const grown = busy.filter((kept) => kept.job && rss - kept.startedAt > memory).toSorted((one, other) => one.began - other.began);
    const beyond = grown.find(({ worker, startedAt }) => !('getHeapStatistics' in worker) || rss - startedAt > 2 * memory);
    if (beyond) void this.#end(beyond, 'memory');
    else for (const kept of grown) void this.#watchMemory(kept);
  }

  async #watchProcessorTime(kept: KeptWorker): Promise<void> {
    const [{ job }, worker] = [kept, kept.worker as MeasuredWorker];
    const used = await worker.cpuUsage?.().catch(() => undefined);
    if (!used || !job || kept.job !== job) return;
    const milliseconds = (used.user + used.system) / 1000;
    kept.processorTime ??= milliseconds;
    if (milliseconds - kept.processorTime > this.#options.processorTime) void this.#end(kept, 'deadline');
  }

  /** The process also grows because of other work: uploads, incoming mails, the other workers. */
  async #watchMemory(kept: KeptWorker): Promise<void> {
    const [{ job }, worker] = [kept, kept.worker as MeasuredWorker];
    const held = await worker.getHeapStatistics?.().catch(() => undefined);
    if (!held || !job || kept.job !== job) return;
    if (held.used_heap_size + held.external_memory > this.#options.memory / 2) void this.#end(kept, 'memory');
  }

  async #end(kept: KeptWorker, limit: WorkerLimit, cause?: unknown): Promise<void> {
    if (!this.#workers.delete(kept)) return;
    kept.job?.reject(new WorkerLimitError(limit, { cause }));
    kept.job = undefined;
    const ended = kept.worker.terminate();
    this.#next();
    await ended;
  }
}
