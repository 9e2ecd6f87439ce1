import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from '../../callers/caller.ts';
import type { Database } from '../../storage/database.ts';
import { type JobKind, kindsByName } from '../job-kind.ts';
import { pruneJobs } from '../prune-jobs.ts';
import type { Delivery, JobQueue } from '../queue/job-queue.ts';
import { jobQueueOf } from '../queue/queue-of.ts';
import { onWork } from '../signals.ts';
import { findOver } from './find-over.ts';
import { JobAbort, type JobSubmitter, runDelivery } from './run-delivery.ts';

export interface JobWorkerOptions {
  /** What this worker can do; a job of another kind fails with `unknown_kind`. */
  readonly kinds: readonly JobKind[];
  /** Says what whoever submitted a job may do now; undefined when they may do nothing any more: the job then fails. */
  readonly authority: (submitter: JobSubmitter) => Promise<Caller | undefined>;
  /** Jobs at the same time; 4 unless given. */
  readonly concurrency?: number;
  /** Milliseconds between two looks for work of other processes; a second unless given. Work of this one is begun at once. */
  readonly pollEvery?: number;
  readonly now?: () => Date;
  /** Told of what went wrong that is nobody's fault but ours; the worker goes on. */
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
 * Runs jobs in this process, a few at a time. Any number of processes may have a worker: each job is run by one of them.
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
    this.#unsubscribe = onWork(database, () => this.#look());
  }

  /** Looks for work until it is stopped. It keeps no process alive. */
  start(): void {
    this.#loop ??= this.#run();
  }

  /** Takes what there is to do, up to the concurrency, and answers with how many jobs it began. */
  async takeSome(): Promise<number> {
    const queue = (this.#queue ??= await jobQueueOf(this.#database));
    const room = (this.#options.concurrency ?? 4) - this.#running.size;
    if (room <= 0 || this.#stopped) return 0;
    const deliveries = await queue.take(room);
    for (const delivery of deliveries) this.#begin(queue, delivery);
    return deliveries.length;
  }

  /** Settles when nothing is running here. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  /**
   * Takes no more work, lets what is running finish for `grace` milliseconds, and gives the rest back, for another
   * worker or the next start; that does not count as a death.
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

  /** Waits for the next look, or for something to happen before. */
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

  /** Says that this worker lives, and lets go of what another one has by now. */
  async #hold(): Promise<void> {
    const before = [...this.#running.values()];
    const held = new Set((await this.#queue?.hold(before.map(({ delivery }) => delivery)))?.map(({ receipt }) => receipt));
    for (const { delivery, stop } of before) {
      // What has ended in the meantime is held by nobody, and lost by nobody.
      if (!held.has(delivery.receipt) && this.#running.has(delivery.receipt)) stop.abort(new JobAbort('lost'));
    }
  }

  /** Lets go of what was cancelled, here or by another process. */
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
