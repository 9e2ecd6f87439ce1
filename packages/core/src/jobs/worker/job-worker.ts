import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '../../callers/caller.ts';
import type { Database } from '../../storage/database.ts';
import { type JobKind, kindsByName } from '../job-kind.ts';
import { pruneJobs } from '../prune-jobs.ts';
import type { Delivery, JobQueue } from '../queue/job-queue.ts';
import { jobQueueOf } from '../queue/queue-of.ts';
import { onSignal } from '../../signals/signal.ts';
import { JOBS_TO_DO } from '../signals.ts';
import { findOver } from './find-over.ts';
import { JobAbort, type JobSubmitter, runDelivery } from './run-delivery.ts';

export interface JobWorkerOptions {
  /** The kinds that this worker runs; a job of another kind fails with `unknown_kind`. */
  readonly kinds: readonly JobKind[];
  /** Returns the submitter as a caller with their current permissions; if undefined, the submitter has none left and the job fails. */
  readonly authority: (submitter: JobSubmitter) => Promise<Caller | undefined>;
  /** Number of concurrent jobs; default 4. */
  readonly concurrency?: number;
  /** Milliseconds between two polls; default one second. Jobs of this process start immediately, those of others as soon as it hears of them. */
  readonly pollEvery?: number;
  readonly now?: () => Date;
  /** Called with internal errors; the worker continues. */
  readonly onError: (error: unknown) => void;
}

interface Running {
  readonly delivery: Delivery;
  readonly stop: AbortController;
  readonly done: Promise<void>;
}

const REST_AFTER_ERROR_MS = 5_000;
const PRUNE_EVERY_MS = 60 * 60 * 1000;

/**
 * Runs jobs in this process, a few at a time. Any number of processes can have a worker: each job is run by one of them.
 */
export class JobWorker {
  readonly #database: Database;
  readonly #options: JobWorkerOptions;
  readonly #kinds: ReadonlyMap<string, JobKind>;
  readonly #running = new Map<string, Running>();
  readonly #unsubscribe: () => void;
  #queue: JobQueue | undefined;
  #timers: NodeJS.Timeout[] = [];
  #wake: (() => void) | undefined;
  #woken = false;
  #stopped = false;
  #loop: Promise<void> | undefined;
  #holding: NodeJS.Timeout | undefined;

  constructor(database: Database, options: JobWorkerOptions) {
    this.#database = database;
    this.#options = options;
    this.#kinds = kindsByName(options.kinds);
    this.#unsubscribe = onSignal(database, JOBS_TO_DO, () => this.#look());
  }

  /** Polls for work until it is stopped. It does not keep the process alive. */
  start(): void {
    this.#loop ??= this.#run();
  }

  /** Takes available jobs up to the concurrency limit, and returns how many it started. */
  async takeSome(): Promise<number> {
    const queue = (this.#queue ??= await jobQueueOf(this.#database));
    const room = (this.#options.concurrency ?? 4) - this.#running.size;
    if (room <= 0 || this.#stopped) return 0;
    const deliveries = await queue.take(room);
    for (const delivery of deliveries) this.#begin(queue, delivery);
    return deliveries.length;
  }

  /** Resolves when no job is running here. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /**
   * Takes no more work, gives running jobs `grace` milliseconds to finish, and returns the rest to the queue for another worker or the next
   * start; that does not count as a worker's death.
   */
  async stop({ grace = 5_000 }: { grace?: number } = {}): Promise<void> {
    this.#stopped = true;
    this.#look();
    await this.#loop;
    this.#unsubscribe();
    await this.#idleWithin(grace);
    for (const { stop } of this.#running.values()) stop.abort(new JobAbort('stopping'));
    await this.idle();
    for (const timer of this.#timers) clearInterval(timer);
  }

  async #idleWithin(grace: number): Promise<void> {
    const idle = new AbortController();
    const patience = delay(grace, undefined, { signal: idle.signal }).catch(() => undefined);
    await Promise.race([this.idle(), patience]);
    idle.abort();
  }

  async #run(): Promise<void> {
    const { pollEvery = 1000, onError } = this.#options;
    const prune = async (): Promise<void> => void (await pruneJobs(this.#database));
    this.#every(PRUNE_EVERY_MS, prune);
    await prune().catch(onError);
    await this.#adopt().catch(onError);
    while (!this.#stopped) {
      this.#woken = false;
      let begun = 0;
      let rest = pollEvery;
      try {
        await this.#letGoOfOver();
        begun = await this.takeSome();
        if (!this.#holding) this.#holding = this.#every(this.#queue?.holdEvery ?? 10_000, () => this.#hold());
      } catch (error) {
        onError(error);
        rest = Math.max(pollEvery, REST_AFTER_ERROR_MS);
      }
      if (begun === 0) await this.#rest(rest);
    }
  }

  /** What an upgrade or a restore has left without a delivery. */
  async #adopt(): Promise<void> {
    await (this.#queue ??= await jobQueueOf(this.#database)).adopt?.();
  }

  /** Waits for the next poll or for a notification. */
  async #rest(milliseconds: number): Promise<void> {
    if (this.#woken || this.#stopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
  }

  #look(): void {
    this.#woken = true;
    this.#wake?.();
  }

  #begin(queue: JobQueue, delivery: Delivery): void {
    const { authority, onError, now = () => new Date() } = this.#options;
    const stop = new AbortController();
    const parts = { database: this.#database, queue, kinds: this.#kinds, authority, onError, now };
    const done = runDelivery(parts, delivery, stop)
      .catch(onError)
      .finally(() => {
        this.#running.delete(delivery.receipt);
        this.#look();
      });
    this.#running.set(delivery.receipt, { delivery, stop, done });
  }

  /** Sends heartbeats, and releases jobs that another worker has taken over. */
  async #hold(): Promise<void> {
    const before = [...this.#running.values()];
    const held = new Set((await this.#queue?.hold(before.map(({ delivery }) => delivery)))?.map(({ receipt }) => receipt));
    for (const { delivery, stop } of before) {
      // A job that has ended in the meantime is neither held nor lost.
      if (!held.has(delivery.receipt) && this.#running.has(delivery.receipt)) stop.abort(new JobAbort('lost'));
    }
  }

  /** Stops jobs that were cancelled, here or by another process. */
  async #letGoOfOver(): Promise<void> {
    const running = [...this.#running.values()];
    const over = new Set(
      await findOver(
        this.#database,
        running.map(({ delivery }) => delivery.jobId),
      ),
    );
    for (const { delivery, stop } of running) if (over.has(delivery.jobId)) stop.abort(new JobAbort('finished'));
  }

  #every(milliseconds: number, work: () => Promise<void>): NodeJS.Timeout {
    let busy = false;
    const timer = setInterval(() => {
      if (busy) return;
      busy = true;
      void work()
        .catch(this.#options.onError)
        .finally(() => {
          busy = false;
        });
    }, milliseconds).unref();
    this.#timers.push(timer);
    return timer;
  }
}

/**
 * Starts a worker.
 *
 * @example
 * const worker = startJobWorker(database, { kinds: [greet], authority, onError: (error) => logger.error(error) });
 * await worker.stop();
 */
export function startJobWorker(database: Database, options: JobWorkerOptions): JobWorker {
  const worker = new JobWorker(database, options);
  worker.start();
  return worker;
}
