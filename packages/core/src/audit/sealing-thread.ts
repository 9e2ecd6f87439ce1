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
  /** Called with the new ends of chains, and whether the round was a thorough one, which looks back furthest. */
  readonly onRound: (heads: ReadonlyMap<string, ChainHead>, isThorough: boolean) => void;
  /** Called when a round failed; the next one runs anyway. */
  readonly onError: (error: unknown) => void;
  /** Called when the thread could not continue. */
  readonly onFailure: (error: unknown) => void;
}

/** What debuggers and profilers call it. */
export const SEALING_THREAD = 'audit sealing';

/** Seals in a thread with its own connections, without blocking the event loop. The thread ends when it has been idle. */
export class SealingThread {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;
  #hasEnded = false;

  constructor({ url, every, idle, onRound, onError, onFailure }: SealingThreadOptions) {
    const workerData: SealingThreadData = { url, every, idle };
    const worker = new Worker(workerUrl('sealing-thread-entry', import.meta.url), {
      workerData,
      name: SEALING_THREAD,
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
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
    // The thread does not keep the process alive.
    worker.unref();
    this.#worker = worker;
  }

  /** Whether it has ended: idle, stopped or failed. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** Settles when the current transaction has ended; remaining entries stay unsealed. */
  async stop(): Promise<void> {
    if (this.#hasEnded) return;
    this.#worker.ref();
    this.#worker.postMessage('stop');
    await this.#ended;
  }
}
