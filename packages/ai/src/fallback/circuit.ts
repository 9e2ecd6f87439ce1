import type { AIError } from '../errors/errors.ts';

/** When a provider that fails is left out for a while. */
export interface CircuitOptions {
  /** Failures in a row after which it is left out. Default 5. */
  failures?: number;
  /** Milliseconds for which it is left out; then one call tries it. Default 30000. */
  cooldownMs?: number;
}

/** The longest time for which a rate limit leaves a provider out, however long it asks to wait. */
const LONGEST_COOLDOWN = 300_000;

/** The failures that say nothing about a provider's health. */
const NOT_ITS_HEALTH: ReadonlySet<string> = new Set(['NOT_IMPLEMENTED', 'MODEL_NOT_FOUND', 'AI_ABORTED', 'MISSING_PACKAGE']);

/** The state of one provider of a chain: closed (used), open (left out until a time), or half open (one call tries it). */
export class Circuit {
  #failures: number;
  #cooldown: number;
  #inARow = 0;
  #openUntil = 0;
  #isTrying = false;

  constructor({ failures, cooldownMs }: Required<CircuitOptions>) {
    this.#failures = failures;
    this.#cooldown = cooldownMs;
  }

  /** When a call may use the provider, in milliseconds since 1970; at once, if that is past. */
  freeAt(now: number): number {
    return this.#isTrying ? Math.max(this.#openUntil, now + 1) : this.#openUntil;
  }

  /** Tells that a call uses the provider. After a cool-down it is the one that tries it. */
  begin(): void {
    if (this.#openUntil > 0) this.#isTrying = true;
  }

  succeed(): void {
    this.#inARow = 0;
    this.#openUntil = 0;
    this.#isTrying = false;
  }

  fail(error: AIError, now: number): void {
    this.#isTrying = false;
    if (NOT_ITS_HEALTH.has(error.code)) return;
    this.#inARow += 1;
    const asked = error.code === 'RATE_LIMIT' && error.retryAfter !== undefined ? error.retryAfter * 1000 : 0;
    if (asked > 0) this.#openUntil = Math.max(this.#openUntil, now + Math.min(asked, LONGEST_COOLDOWN));
    if (this.#inARow >= this.#failures) this.#openUntil = Math.max(this.#openUntil, now + this.#cooldown);
  }

  /** Tells that a call ended without an outcome of the provider: it was refused here, or another provider was faster. */
  release(): void {
    this.#isTrying = false;
  }
}

/** The order in which the providers of a chain are tried: those that are left out come last, the first to be free first. */
export function orderOf(circuits: readonly (Circuit | undefined)[], now: number): number[] {
  const free = circuits.map((circuit, index) => ({ index, at: circuit?.freeAt(now) ?? 0 }));
  const usable = free.filter(({ at }) => at <= now);
  if (usable.length > 0) return usable.map(({ index }) => index);
  // None is free: the call is made nevertheless, with the one that has rested longest.
  return free
    .toSorted((a, b) => a.at - b.at)
    .slice(0, 1)
    .map(({ index }) => index);
}
