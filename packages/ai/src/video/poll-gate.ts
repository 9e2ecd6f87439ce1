import { RateLimitError } from '../errors/errors.ts';
import type { JobSnapshot } from './video-wire.ts';

interface Entry {
  at: number;
  polling: Promise<JobSnapshot>;
  snapshot: JobSnapshot | undefined;
}

/**
 * Limits polling of a job to once per interval. An earlier poll returns the last answer without a request; a poll during another one shares
 * it.
 */
export class PollGate {
  #entries = new Map<string, Entry>();
  #intervalMs: number;
  #provider: string;

  constructor(intervalMs: number, provider: string) {
    this.#intervalMs = intervalMs;
    this.#provider = provider;
  }

  /**
   * Polls, or returns the last answer.
   *
   * @throws RateLimitError with `retryAfter` if the last poll failed and it is too early for another.
   */
  async poll(key: string, send: () => Promise<JobSnapshot>, now = Date.now()): Promise<JobSnapshot> {
    const last = this.#entries.get(key);
    if (last !== undefined && now - last.at < this.#intervalMs) {
      if (last.snapshot !== undefined) return last.snapshot;
      const shared = await last.polling.catch(() => undefined);
      if (shared !== undefined) return shared;
      throw new RateLimitError(`${this.#provider}: this job was polled less than ${this.#intervalMs / 1000} seconds ago.`, {
        provider: this.#provider,
        retryAfter: Math.ceil((last.at + this.#intervalMs - now) / 1000),
      });
    }
    this.#forget(now);
    const entry: Entry = { at: now, polling: send(), snapshot: undefined };
    this.#entries.set(key, entry);
    entry.snapshot = await entry.polling;
    return entry.snapshot;
  }

  /** Entries older than the interval have no effect, so they are removed to keep the table small. */
  #forget(now: number): void {
    for (const [key, entry] of this.#entries) {
      if (now - entry.at < this.#intervalMs) break;
      this.#entries.delete(key);
    }
  }
}
