import { fetchTimeout } from '../errors/errors.ts';

type Phase = Parameters<typeof fetchTimeout>[0];

/** The time limits of a request: in total, and for each phase. Its signal aborts everything in progress. */
export class Clock {
  readonly #controller = new AbortController();
  readonly #total: NodeJS.Timeout;
  readonly #caller: AbortSignal | undefined;
  readonly #callerEnded = (): void => this.#controller.abort(this.#caller?.reason);

  /** @param total in milliseconds */
  constructor(total: number, caller?: AbortSignal) {
    this.#caller = caller;
    this.#total = setTimeout(() => this.#controller.abort(fetchTimeout('total', total)), total);
    if (caller?.aborted) this.#callerEnded();
    else caller?.addEventListener('abort', this.#callerEnded, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts a phase and returns a function that ends it. If it takes longer, the request ends with `fetch_timeout`. */
  begin(phase: Phase, milliseconds: number): () => void {
    const timer = setTimeout(() => this.#controller.abort(fetchTimeout(phase, milliseconds)), milliseconds);
    return () => clearTimeout(timer);
  }

  /** Rejects as soon as the request has ended, even if the work does not notice. */
  async race<T>(work: Promise<T>): Promise<T> {
    const { signal } = this;
    signal.throwIfAborted();
    let leave = (): void => undefined;
    const ended = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason as Error);
      signal.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([work, ended]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  stop(): void {
    clearTimeout(this.#total);
    this.#caller?.removeEventListener('abort', this.#callerEnded);
  }
}
