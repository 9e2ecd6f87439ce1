import type { SpendingStore } from './spending-store.ts';

/** The delays between attempts to settle, in milliseconds; afterwards the reservation stays and counts as spent. */
const DELAYS = [100, 400, 1600, 6400, 25_600] as const;
/** Settlements that wait at once; further ones are given up, so that a store that hangs does not fill the memory. */
const MOST_WAITING = 10_000;

/** One settlement, until the store has confirmed it. */
interface Settlement {
  key: string;
  id: string;
  spent: number;
  attempts: number;
}

/**
 * Settles reservations without delaying an answer: the store is called at once, and again in the background if it fails or does not answer.
 * What cannot be settled stays reserved and counts as spent.
 */
export class Settlements {
  #store: SpendingStore;
  #timeout: number;
  #waiting = new Set<Promise<void>>();

  constructor(store: SpendingStore, timeout: number) {
    this.#store = store;
    this.#timeout = timeout;
  }

  /**
   * Settles a reservation. Returns `undefined` if the store did so at once, else a promise: `true` once it is settled, `false` when it was
   * given up. It never rejects.
   */
  add(key: string, id: string, spent: number): Promise<boolean> | undefined {
    if (this.#waiting.size >= MOST_WAITING) return Promise.resolve(false);
    const settlement = { key, id, spent, attempts: 0 };
    let first: void | Promise<void>;
    try {
      first = this.#store.settle(key, id, spent);
    } catch (failure) {
      first = Promise.reject(failure as Error);
    }
    if (!isPromise(first)) return undefined;
    const settled = this.#repeat(settlement, first);
    const waiting = settled.then(() => void this.#waiting.delete(waiting));
    this.#waiting.add(waiting);
    return settled;
  }

  /** Waits until nothing waits, at most for a time in milliseconds. */
  async idle(timeout: number): Promise<void> {
    if (this.#waiting.size === 0) return;
    await within(Promise.all(this.#waiting), timeout).catch(() => undefined);
  }

  async #repeat(settlement: Settlement, first: Promise<void>): Promise<boolean> {
    let running = first;
    for (;;) {
      try {
        await within(running, this.#timeout);
        return true;
      } catch {
        const delay = DELAYS[settlement.attempts];
        if (delay === undefined) return false;
        settlement.attempts += 1;
        await rest(delay);
        running = (async () => this.#store.settle(settlement.key, settlement.id, settlement.spent))();
      }
    }
  }
}

/** A promise, or a failure when the time in milliseconds is over. What arrives later is ignored. */
export async function within<T>(work: Promise<T>, timeout: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeout} ms`)), timeout);
  unref(timer);
  work.catch(() => undefined);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

function rest(milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  unref(setTimeout(resolve, milliseconds));
  return promise;
}

/** A settlement in the background does not keep a process running, where the runtime knows such timers. */
function unref(timer: unknown): void {
  (timer as { unref?: () => void }).unref?.();
}

function isPromise(value: unknown): value is Promise<void> {
  return typeof (value as { then?: unknown } | undefined)?.then === 'function';
}
