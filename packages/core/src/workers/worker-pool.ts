import { memoryUsage } from 'node:process';
import { Worker } from 'node:worker_threads';
import { BusyError, UnavailableError } from '../errors/errors.ts';
import type { WorkAnswer, WorkRequest } from './serve-work.ts';
import { WorkerFaultError, type WorkerLimit, WorkerLimitError } from './worker-errors.ts';

export interface WorkerPoolOptions {
  /** The module that calls `serveWork`; see `workerUrl`. */
  readonly entry: URL;
  /** Workers at once. Default: 2. */
  readonly size?: number;
  /** Milliseconds that one input may take once it is being worked on. */
  readonly deadline: number;
  /**
   * Milliseconds of processor time that one input may take; a busy machine uses up none of it. The first input of a worker pays
   * for loading its code. Where Node does not tell it (before 22.20 and 24.6), `deadline` alone counts. Default: no bound.
   */
  readonly processorTime?: number;
  /**
   * Bytes by which the process may grow while an input is worked on. Buffers count, which V8's own bounds leave out. A worker
   * that holds less than half of it is not to blame, unless the process has grown by twice as much.
   */
  readonly memory: number;
  /** Inputs that may wait. Default: 20. */
  readonly queue?: number;
  /** Inputs after which a worker is replaced by a fresh one. Default: 200. */
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
  /** Milliseconds of processor time when the work was first looked at. */
  processorTime: number | undefined;
}

/** What Node 22.19 does not have. */
type MeasuredWorker = Worker & {
  cpuUsage?(): Promise<{ user: number; system: number }>;
  getHeapStatistics?(): Promise<{ used_heap_size: number; external_memory: number }>;
};

const POLL_MS = 50;

/**
 * Runs work that someone else's bytes decide the cost of in kept worker threads, each input under a deadline and a bound on
 * memory. A worker that goes beyond either is ended and replaced; the event loop goes on meanwhile.
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

  /** Inputs that wait for a worker. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /**
   * Works on one input.
   *
   * @throws BusyError when too many wait already
   * @throws WorkerLimitError when the work was ended
   * @throws WorkerFaultError what the work itself threw
   */
  run(input: Input): Promise<Output> {
    return new Promise<Output>((resolve, reject) => {
      if (this.#waiting.length >= this.#options.queue) {
        reject(new BusyError('Too much of this work waits already; try again in a few seconds.'));
        return;
      }
      this.#waiting.push({ input, resolve: resolve as (value: unknown) => void, reject });
      this.#next();
    });
  }

  /** Ends all workers; what waits is refused. */
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
    const heap = Math.ceil(this.#options.memory / 1_000_000);
    const worker = new Worker(this.#options.entry, {
      // Each worker would put aside 24 MB for what is just made, as the process does.
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
    // Of two that are busy nobody can tell which one grew; the one that has been at it for longer is ended first.
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

  /** The process grows by what others do as well: by uploads, by mails that come in, by the other workers. */
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
