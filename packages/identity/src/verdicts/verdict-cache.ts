import type { Caller, Database } from '@colophon/core';

/** How long a result is cached: the maximum time until a revocation takes effect in another process. */
export const VERDICT_LIFETIME_MS = 1_500;

const MAXIMUM_ENTRIES = 10_000;

/** The owner of a token, and the maximum number of milliseconds for which this is valid. */
export interface Verdict {
  readonly caller: Caller;
  readonly lifetime: number;
  /** The address that the token is for; absent if it is for all of the application. */
  readonly resource?: string | undefined;
}

type Known = Pick<Verdict, 'caller' | 'resource'>;

interface Entry {
  readonly known: Known;
  readonly until: number;
}

/**
 * Caches the owner of a token briefly, by the hash of the token.
 *
 * Only positive results are cached, so a new token works immediately. A result read during a revocation is not cached: `forget` opens a new
 * generation, and `remember` refuses results of an older one.
 */
export class VerdictCache {
  readonly #entries = new Map<string, Entry>();
  #generation = 0;

  get generation(): number {
    return this.#generation;
  }

  /** The cached result, if still valid at this time (milliseconds on a monotonic clock). */
  recall(hash: string, now: number): Known | undefined {
    const entry = this.#entries.get(hash);
    if (!entry) return undefined;
    if (entry.until > now) return entry.known;
    this.#entries.delete(hash);
    return undefined;
  }

  /** Caches a result that was looked up in `generation`, for at most `lifetime` milliseconds. */
  remember(hash: string, known: Known, { generation, now, lifetime }: { generation: number; now: number; lifetime: number }): void {
    if (generation !== this.#generation || lifetime <= 0) return;
    if (this.#entries.size >= MAXIMUM_ENTRIES) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    this.#entries.set(hash, { known, until: now + Math.min(lifetime, VERDICT_LIFETIME_MS) });
  }

  /** Removes one result, or without a hash all of them. */
  forget(hash?: string): void {
    this.#generation += 1;
    if (hash === undefined) this.#entries.clear();
    else this.#entries.delete(hash);
  }
}

const caches = new WeakMap<Database, VerdictCache>();

/** The only cache of a database in this process, so that a revocation reaches every reader. */
export function verdictsOf(database: Database): VerdictCache {
  const existing = caches.get(database);
  if (existing) return existing;
  const created = new VerdictCache();
  caches.set(database, created);
  return created;
}
