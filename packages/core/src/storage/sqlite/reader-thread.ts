import { Worker } from 'node:worker_threads';
import { BusyError, UnavailableError } from '../../errors/errors.ts';
import { workerUrl } from '../../workers/worker-url.ts';
import type { Row, Statement } from '../statement.ts';

export interface ThreadRequest extends Statement {
  readonly id: number;
}

export interface ThreadAnswer {
  readonly id: number;
  readonly rows?: Row[];
  /** The parts of an error that can be cloned to another thread. */
  readonly fault?: { readonly message: string; readonly code: unknown; readonly errcode: unknown };
}

interface Waiting {
  resolve(rows: Row[]): void;
  reject(reason: unknown): void;
}

/** A thread with its own connection, which reads without blocking the event loop. */
class ReaderThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  readonly #idle: NodeJS.Timeout;
  #last = 0;
  ended = false;

  constructor(path: string, idleMilliseconds: number) {
    this.#idle = setTimeout(() => this.#endIfIdle(), idleMilliseconds).unref();
    this.#worker = new Worker(workerUrl('reader-thread-entry', import.meta.url), {
      workerData: path,
      // Rows live until they are sent.
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
    });
    this.#worker.on('message', (answer: ThreadAnswer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('The reader thread has ended.')));
    // The thread does not keep the process alive unless a response is pending.
    this.#worker.unref();
  }

  get load(): number {
    return this.#waiting.size;
  }

  all({ sql, parameters }: Statement): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      const id = (this.#last += 1);
      this.#waiting.set(id, { resolve, reject });
      this.#worker.ref();
      this.#worker.postMessage({ id, sql, parameters } satisfies ThreadRequest);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #settle({ id, rows, fault }: ThreadAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) {
      this.#worker.unref();
      this.#idle.refresh();
    }
    if (rows) waiting?.resolve(rows);
    else waiting?.reject(Object.assign(new Error(fault?.message), { code: fault?.code, errcode: fault?.errcode }));
  }

  #endIfIdle(): void {
    if (this.#waiting.size > 0) return;
    // Before the thread has ended, so that no read is sent to it.
    this.ended = true;
    void this.#worker.terminate();
  }

  #end(cause: unknown): void {
    this.ended = true;
    clearTimeout(this.#idle);
    for (const waiting of this.#waiting.values()) waiting.reject(new UnavailableError('A read was interrupted.', { cause }));
    this.#waiting.clear();
  }
}

const THREADS = 2;
const MAXIMUM_WAITING = 200;
/** A thread and its connection take 8 to 12 MB, and start in about 50 ms. */
const IDLE_MS = 30_000;

/** The threads for long reads, started at the first long read. A thread that has had nothing to read for a while ends. */
export class ReaderThreads {
  readonly #path: string;
  readonly #idleMilliseconds: number;
  readonly #threads: ReaderThread[] = [];

  /** @param path of the database file */
  constructor(path: string, { idleMilliseconds = IDLE_MS }: { idleMilliseconds?: number } = {}) {
    this.#path = path;
    this.#idleMilliseconds = idleMilliseconds;
  }

  /** The number of threads that run. */
  get running(): number {
    return this.#threads.filter((thread) => !thread.ended).length;
  }

  /** @throws BusyError if too many reads are already waiting */
  async all(statement: Statement): Promise<Row[]> {
    const free = this.#leastLoaded();
    if (free.load * THREADS >= MAXIMUM_WAITING)
      throw new BusyError('Too many long reads are waiting for the database; try again, or request less, for example with count=none.');
    return free.all(statement);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map((thread) => thread.close()));
  }

  #leastLoaded(): ReaderThread {
    for (const thread of this.#threads.filter(({ ended }) => ended)) this.#threads.splice(this.#threads.indexOf(thread), 1);
    const idle = this.#threads.toSorted((one, other) => one.load - other.load)[0];
    if (idle && (idle.load === 0 || this.#threads.length >= THREADS)) return idle;
    const started = new ReaderThread(this.#path, this.#idleMilliseconds);
    this.#threads.push(started);
    return started;
  }
}
