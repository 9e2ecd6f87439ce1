import type { Caller } from '../../callers/caller.ts';
import { ColophonError } from '../../errors/colophon-error.ts';

export interface StreamLimits {
  /** How many streams one listener may have open in this process. */
  readonly each: number;
  /** How many all together may have; by default any number. */
  readonly all?: number;
  /** What the error says. */
  readonly message: string;
  /** After how many seconds a client may try again. */
  readonly retryAfter: number;
}

/** The open event streams of one kind in this process, counted by listener. */
export class StreamPlaces {
  readonly #limits: StreamLimits;
  readonly #open = new Map<string, number>();
  #all = 0;

  constructor(limits: StreamLimits) {
    this.#limits = limits;
  }

  /** Requires that a listener may open another stream. @throws ColophonError 429 `too_many_streams` */
  requireFree(who: string): void {
    const { each, all = Infinity, message, retryAfter } = this.#limits;
    if ((this.#open.get(who) ?? 0) < each && this.#all < all) return;
    throw new ColophonError(429, 'too_many_streams', message, { headers: { 'Retry-After': String(retryAfter) }, retryable: true });
  }

  /** Counts a stream. @throws ColophonError 429 `too_many_streams` @returns a function that stops counting it */
  enter(who: string): () => void {
    this.requireFree(who);
    this.#open.set(who, (this.#open.get(who) ?? 0) + 1);
    this.#all += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#all -= 1;
      const rest = (this.#open.get(who) ?? 1) - 1;
      if (rest === 0) this.#open.delete(who);
      else this.#open.set(who, rest);
    };
  }
}

/** Returns the name by which the streams of a caller are counted. */
export function listenerOf({ kind, id }: Caller): string {
  return `${kind} ${id}`;
}
