/** How many idle entries are kept, and for how long. */
const MAX_IDLE = 128;
const IDLE_TTL = 15 * 60_000;

/** A resource that the clients of a process share and that is dropped when unused. */
export interface Shareable {
  lastUsed: number;
  idle(now?: number): boolean;
}

/**
 * A process-wide table of budgets by hashed key. Its size is bounded: idle entries are dropped after 15 minutes, or the longest idle first
 * beyond 128; an entry in use is never dropped.
 */
export class SharedTable<T extends Shareable> {
  #entries = new Map<string, T>();

  get size(): number {
    return this.#entries.size;
  }

  /** Returns the entry of a key, created on first use. */
  get(key: string, make: () => T): T {
    let entry = this.#entries.get(key);
    if (entry === undefined) {
      this.#sweep();
      entry = make();
    } else {
      this.#entries.delete(key);
    }
    // Re-inserted, so that the map is ordered from least to most recently used.
    this.#entries.set(key, entry);
    entry.lastUsed = Date.now();
    return entry;
  }

  /** Returns an entry without creating one. */
  peek(key: string): T | undefined {
    return this.#entries.get(key);
  }

  /** Replaces the entry of a key. */
  replace(key: string, entry: T): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }

  #sweep(): void {
    const now = Date.now();
    let surplus = this.#entries.size - MAX_IDLE + 1;
    for (const [key, entry] of this.#entries) {
      if (!entry.idle(now)) continue;
      if (surplus <= 0 && now - entry.lastUsed < IDLE_TTL) break;
      this.#entries.delete(key);
      surplus -= 1;
    }
  }
}
