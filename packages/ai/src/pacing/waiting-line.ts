interface Waiter {
  wake: () => void;
  next: Waiter | undefined;
  left: boolean;
}

/** A first-come, first-served queue for a number of slots. Joining, leaving and waking take constant time. */
export class WaitingLine {
  #free: number;
  #first: Waiter | undefined;
  #last: Waiter | undefined;
  #waiting = 0;

  constructor(places: number) {
    this.#free = places;
  }

  /** The number of waiting callers. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Waits for a slot. An abort removes the caller from the queue and rejects with the signal's reason. */
  join(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    this.#waiting += 1;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        waiter.left = true;
        this.#waiting -= 1;
        reject(signal.reason);
      };
      const waiter: Waiter = {
        wake: () => {
          signal.removeEventListener('abort', onAbort);
          resolve();
        },
        next: undefined,
        left: false,
      };
      signal.addEventListener('abort', onAbort, { once: true });
      if (this.#last) this.#last.next = waiter;
      else this.#first = waiter;
      this.#last = waiter;
    });
  }

  /** Passes the slot to the next in the queue. */
  leave(): void {
    let waiter = this.#first;
    while (waiter?.left) waiter = waiter.next;
    this.#first = waiter?.next;
    if (this.#first === undefined) this.#last = undefined;
    if (waiter === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting -= 1;
    waiter.wake();
  }
}
