import { Worker } from 'node:worker_threads';
import { workerUrl } from '../workers/worker-url.ts';
import type { ChainHead } from './read-unsealed.ts';

export interface SealingThreadData {
  readonly url: string;
  /** Milliseconds between two rounds. */
  readonly every: number;
  /** Milliseconds without an entry after which the thread ends. */
  readonly idle: number;
}

export type SealingMessage =
  | { readonly heads: ReadonlyMap<string, ChainHead>; readonly isThorough: boolean }
  | { readonly fault: { readonly message: string; readonly code: string | undefined } };

export interface SealingThreadOptions extends SealingThreadData {
  /** Told how far chains go now, and whether the round was a thorough one, which looks back the farthest. */
  readonly onRound: (heads: ReadonlyMap<string, ChainHead>, isThorough: boolean) => void;
  /** Told of a round that failed; the next one is made all the same. */
  readonly onError: (error: unknown) => void;
  /** Told that the thread could not go on. */
  readonly onFailure: (error: unknown) => void;
}

/** Seals in a thread with connections of its own, while the event loop goes on. The thread ends when nothing is written any more. */
export class SealingThread {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  #hasEnded = false;

  constructor({ url, every, idle, onRound, onError, onFailure }: SealingThreadOptions) {
    const workerData: SealingThreadData = { url, every, idle };
    const worker = new Worker(workerUrl('sealing-thread-entry', import.meta.url), {
      workerData,
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    worker.on('message', (message: SealingMessage) => {
      if ('fault' in message) onError(Object.assign(new Error(message.fault.message), { code: message.fault.code }));
      else onRound(message.heads, message.isThorough);
    });
    worker.on('error', onFailure);
    this.#ended = new Promise((resolve) => {
      worker.on('exit', () => {
        this.#hasEnded = true;
        resolve();
      });
    });
    // A process with nothing else to do ends.
    worker.unref();
    this.#worker = worker;
  }

  /** Whether it is over: it was idle, it was stopped, or it failed. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Settles when the transaction that is under way has ended; what is not sealed then is left. */
  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    this.#worker.ref();
    this.#worker.postMessage('stop');
    await this.#ended;
  }
}
