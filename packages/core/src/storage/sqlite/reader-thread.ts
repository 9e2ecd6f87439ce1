import { Worker } from 'node:worker_threads';
import { BusyError, UnavailableError } from '../../errors/errors.ts';
import { workerUrl } from '../../workers/worker-url.ts';
import type { Row, Statement } from '../database.ts';

export interface ThreadRequest extends Statement {
  readonly id: number;
}

export interface ThreadAnswer {
  readonly id: number;
  readonly rows?: Row[];
  /** An error as far as it crosses a thread boundary. */
  readonly fault?: { readonly message: string; readonly code: unknown; readonly errcode: unknown };
}

interface Waiting {
  resolve(rows: Row[]): void;
  reject(reason: unknown): void;
}

/** A thread with a connection of its own, which reads while the event loop goes on. */
class ReaderThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  ended = false;

  constructor(path: string) {
    this.#worker = new Worker(workerUrl('reader-thread-entry', import.meta.url), { workerData: path });
    this.#worker.on('message', (answer: ThreadAnswer) => this.#settle(answer));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('The reading thread has ended.')));
    // A process with nothing else to do ends, unless something waits for an answer.
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
    if (this.#waiting.size === 0) this.#worker.unref();
    if (rows) waiting?.resolve(rows);
    else waiting?.reject(Object.assign(new Error(fault?.message), { code: fault?.code, errcode: fault?.errcode }));
  }

  #end(cause: unknown): void {
    this.ended = true;
    for (const waiting of this.#waiting.values()) waiting.reject(new UnavailableError('A read was broken off.', { cause }));
    this.#waiting.clear();
  }
}

const THREADS = 2;
const MAXIMUM_WAITING = 200;

/** The threads that read what takes long, started when the first such read comes. */
export class ReaderThreads {
  readonly #path: string;
  readonly #threads: ReaderThread[] = [];

  /** @param path of the database file */
  constructor(path: string) {
    this.#path = path;
  }

  /** @throws BusyError when too many reads wait already */
  async all(statement: Statement): Promise<Row[]> {
    const free = this.#leastLoaded();
    if (free.load * THREADS >= MAXIMUM_WAITING)
      throw new BusyError('Too many long reads wait for the database; try again, or ask for less, for example with count=none.');
    return free.all(statement);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.splice(0).map((thread) => thread.close()));
  }

  #leastLoaded(): ReaderThread {
    for (const [index, thread] of this.#threads.entries()) if (thread.ended) this.#threads.splice(index, 1);
    const idle = this.#threads.toSorted((one, other) => one.load - other.load)[0];
    if (idle && (idle.load === 0 || this.#threads.length >= THREADS)) return idle;
    const started = new ReaderThread(this.#path);
    this.#threads.push(started);
    return started;
  }
}
