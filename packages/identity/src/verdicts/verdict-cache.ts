import type { Caller, Database } from '@colophon/core';

/** How long a verdict is believed without asking the database again: the longest a revocation takes to reach another process. */
export const VERDICT_LIFETIME_MS = 1_500;

const MAXIMUM_ENTRIES = 10_000;

/** Who the bearer is, and for how many milliseconds from now that can hold at the longest. */
export interface Verdict {
  readonly caller: Caller;
  readonly lifetime: number;
}

interface Entry {
  readonly caller: Caller;
  readonly until: number;
}

/**
 * Remembers for a moment who the bearer of a token is, by the hash of the token.
 *
 * Only good verdicts are kept, so a new token works at once. A verdict read while it was being revoked is not kept:
 * `forget` opens a new generation, and `remember` refuses what was looked up in an older one.
 */
export class VerdictCache {
  readonly #entries = new Map<string, Entry>();
  #generation = 0;

  get generation(): number {
    return this.#generation;
  }

  /** The verdict, if one is still believed at this time (milliseconds on a clock that never goes back). */
  recall(hash: string, now: number): Caller | undefined {
    const entry = this.#entries.get(hash);
    if (!entry) return undefined;
    if (entry.until > now) return entry.caller;
    this.#entries.delete(hash);
    return undefined;
  }

  /** Keeps a verdict that was looked up in `generation`, for at most `lifetime` milliseconds. */
  remember(hash: string, caller: Caller, { generation, now, lifetime }: { generation: number; now: number; lifetime: number }): void {
    if (generation !== this.#generation || lifetime <= 0) return;
    if (this.#entries.size >= MAXIMUM_ENTRIES) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    this.#entries.set(hash, { caller, until: now + Math.min(lifetime, VERDICT_LIFETIME_MS) });
  }

  /** Forgets one verdict, or with no hash all of them. */
  forget(hash?: string): void {
    this.#generation += 1;
    if (hash === undefined) this.#entries.clear();
    else this.#entries.delete(hash);
  }
}

const caches = new WeakMap<Database, VerdictCache>();

/** The one cache of a database in this process, so that whoever revokes reaches whoever asks. */
export function verdictsOf(database: Database): VerdictCache {
  const known = caches.get(database);
  if (known) return known;
  const made = new VerdictCache();
  caches.set(database, made);
  return made;
}
