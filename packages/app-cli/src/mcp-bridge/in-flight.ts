/** Counts requests that are being worked on. */
export class InFlight {
  #count = 0;
  readonly #waiting = new Set<() => void>();

  /** Runs work that {@link settled} waits for. */
  async track<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#count += 1;
    try {
      return await work();
    } finally {
      this.#count -= 1;
      if (this.#count === 0) this.#release();
    }
  }

  /** Waits until no work is left, but not longer than a time in milliseconds, nor once `signal` aborts. */
  async settled(atMost: number, signal: AbortSignal): Promise<void> {
    if (this.#count === 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, atMost);
      const end = (): void => {
        clearTimeout(timer);
        resolve();
      };
      this.#waiting.add(end);
      signal.addEventListener('abort', end, { once: true });
    });
  }

  #release(): void {
    for (const release of this.#waiting) release();
    this.#waiting.clear();
  }
}
