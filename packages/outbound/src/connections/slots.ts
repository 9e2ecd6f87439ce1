import { OutboundError } from '../errors/errors.ts';

interface Waiting {
  readonly key: string;
  grant(): void;
}

/** Limits concurrency per key and in total. Among those that can proceed, the longest waiting one is first. */
export class Slots {
  readonly #perKey: number;
  readonly #total: number;
  readonly #maximumWaiting: number;
  readonly #taken = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #sum = 0;

  constructor(perKey: number, total: number, maximumWaiting: number) {
    [this.#perKey, this.#total, this.#maximumWaiting] = [perKey, total, maximumWaiting];
  }

  /**
   * Waits for a slot.
   *
   * @returns a function that releases it; further calls do nothing
   * @throws OutboundError `busy` if too many are waiting, or the reason of the signal
   */
  async take(key: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (!this.#isFree(key)) await this.#wait(key, signal);
    else this.#count(key, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#count(key, -1);
      this.#grantNext();
    };
  }

  #isFree(key: string): boolean {
    return this.#sum < this.#total && (this.#taken.get(key) ?? 0) < this.#perKey;
  }

  #count(key: string, by: 1 | -1): void {
    this.#sum += by;
    const slotsTaken = (this.#taken.get(key) ?? 0) + by;
    if (slotsTaken > 0) this.#taken.set(key, slotsTaken);
    else this.#taken.delete(key);
  }

  #wait(key: string, signal: AbortSignal): Promise<void> {
    if (this.#waiting.size >= this.#maximumWaiting) {
      throw new OutboundError('busy', 'Too many requests to other sites are waiting; try again in a few seconds.', { retryable: true });
    }
    return new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        key,
        grant: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      const leave = (): void => {
        this.#waiting.delete(waiting);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiting);
    });
  }

  #grantNext(): void {
    for (const waiting of this.#waiting) {
      if (!this.#isFree(waiting.key)) continue;
      this.#waiting.delete(waiting);
      this.#count(waiting.key, 1);
      waiting.grant();
    }
  }
}
