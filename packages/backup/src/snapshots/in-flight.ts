/** Runs a few pieces of work beside each other: `add` waits while as many as allowed are running, and throws the first error. */
export class InFlight {
  readonly #most: number;
  readonly #running = new Set<Promise<void>>();
  #failure: { readonly error: unknown } | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  async add(work: () => Promise<void>): Promise<void> {
    while (this.#running.size >= this.#most) await Promise.race(this.#running);
    this.#requireSuccess();
    const running: Promise<void> = work()
      .catch((error: unknown) => {
        this.#failure ??= { error };
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** Waits for all. */
  async finish(): Promise<void> {
    await Promise.all(this.#running);
    this.#requireSuccess();
  }

  #requireSuccess(): void {
    if (this.#failure) throw this.#failure.error;
  }
}
