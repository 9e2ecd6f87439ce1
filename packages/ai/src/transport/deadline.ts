import { AIError } from '../errors/errors.ts';

/** The maximum delay of a timer, in milliseconds; a longer one fires immediately. 24 days are as good as no end. */
export const LONGEST_TIMER = 2 ** 31 - 1;

/** Why a call had to stop. */
export type StopReason = 'timed_out' | 'aborted' | 'left';

/**
 * One signal for a whole call: the caller's `signal`, the timeout, and a reader leaving a stream. It holds one timer and one listener, both
 * removed by {@link Deadline.dispose}.
 */
export class Deadline {
  readonly expiresAt: number;
  readonly timeout: number;
  #controller = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #caller: AbortSignal | undefined;
  #reason: StopReason | undefined;
  #onAbort: (() => void) | undefined;
  /**
   * Rejects the waiting work when the call is stopped. A listener on the signal for each would cost many times as much, and a set is needed
   * only if several wait.
   */
  #waiting: ((reason: unknown) => void) | undefined;
  #others: Set<(reason: unknown) => void> | undefined;
  /** Called once when the call is stopped, after its signal; for streams, which would otherwise hold a listener for long. */
  onStop: (() => void) | undefined;

  constructor(timeout: number, caller?: AbortSignal) {
    this.timeout = timeout;
    this.expiresAt = Date.now() + timeout;
    if (caller?.aborted) {
      this.stop('aborted');
      return;
    }
    this.#timer = setTimeout(() => this.stop('timed_out'), Math.min(timeout, LONGEST_TIMER));
    if (caller) {
      this.#caller = caller;
      this.#onAbort = () => this.stop('aborted');
      caller.addEventListener('abort', this.#onAbort, { once: true });
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get stopped(): StopReason | undefined {
    return this.#reason;
  }

  get remaining(): number {
    return this.expiresAt - Date.now();
  }

  /** Stops the call; the first reason wins. */
  stop(reason: StopReason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.dispose();
    this.#controller.abort(new DOMException('The call was stopped.', reason === 'timed_out' ? 'TimeoutError' : 'AbortError'));
    this.#waiting?.(this.signal.reason);
    for (const reject of this.#others ?? []) reject(this.signal.reason);
    this.onStop?.();
  }

  /** Settles with the work, or rejects as soon as the call is stopped, for work that does not listen itself. */
  race<T>(work: PromiseLike<T>): Promise<T> {
    if (this.#reason !== undefined) {
      void Promise.resolve(work).catch(() => undefined);
      return Promise.reject(this.signal.reason);
    }
    return new Promise((resolve, reject) => {
      if (this.#waiting === undefined) this.#waiting = reject;
      else (this.#others ??= new Set()).add(reject);
      work.then(
        (value) => {
          this.#settled(reject);
          resolve(value);
        },
        (error: unknown) => {
          this.#settled(reject);
          reject(error);
        },
      );
    });
  }

  #settled(reject: (reason: unknown) => void): void {
    if (this.#waiting === reject) this.#waiting = undefined;
    else this.#others?.delete(reject);
  }

  /** Clears the timer and the listener. */
  dispose(): void {
    if (this.#timer !== undefined) clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#onAbort !== undefined) this.#caller?.removeEventListener('abort', this.#onAbort);
    this.#caller = undefined;
  }

  /** The error for the stop, or `undefined` while the call may continue. */
  error(provider: string): AIError | undefined {
    if (this.#reason === undefined) return undefined;
    if (this.#reason === 'timed_out') {
      return new AIError(`${provider}: no complete answer within ${this.timeout} ms.`, { code: 'AI_TIMEOUT', provider, retryable: true });
    }
    return new AIError(`${provider}: the call was aborted.`, { code: 'AI_ABORTED', provider });
  }
}

/** Waits; if the signal aborts first, rejects with the signal's reason. */
export function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      },
      Math.min(milliseconds, LONGEST_TIMER),
    );
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** Settles with the work, or rejects as soon as the signal aborts, for work that does not listen itself. */
export function raceAbort<T>(work: PromiseLike<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    void Promise.resolve(work).catch(() => undefined);
    return Promise.reject(signal.reason);
  }
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(
      (value) => {
        signal.removeEventListener('abort', onAbort);
        resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener('abort', onAbort);
        reject(error);
      },
    );
  });
}
