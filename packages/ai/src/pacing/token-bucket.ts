import { invalidInput } from '../errors/errors.ts';
import { sleep } from '../transport/deadline.ts';
import { SharedTable } from './shared.ts';
import { WaitingLine } from './waiting-line.ts';

/** Rate and concurrency. */
export interface BucketSettings {
  requestsPerMinute: number;
  maxConcurrent: number;
  /** The number of requests that may start at once after a pause. */
  burst: number;
}

/**
 * Limits how many requests start per minute and how many are running.
 *
 * A bucket holds `burst` tokens, not a minute's worth, so that no flood follows a quiet minute.
 */
export class TokenBucket {
  readonly settings: BucketSettings;
  lastUsed = Date.now();
  #places: WaitingLine;
  #turn = new WaitingLine(1);
  #tokens: number;
  #filledAt = Date.now();
  #users = 0;

  constructor(settings: BucketSettings) {
    this.settings = settings;
    this.#places = new WaitingLine(settings.maxConcurrent);
    this.#tokens = settings.burst;
  }

  idle(): boolean {
    return this.#users === 0;
  }

  /** Runs `work` with a slot and a token. If the signal aborts while waiting, neither is used and the work never runs. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    this.#users += 1;
    try {
      await this.#places.join(signal);
      try {
        await this.#takeToken(signal);
        return await work();
      } finally {
        this.#places.leave();
      }
    } finally {
      this.#users -= 1;
      this.lastUsed = Date.now();
    }
  }

  async #takeToken(signal: AbortSignal): Promise<void> {
    // Only one caller at a time waits for the next token, so that tokens are assigned in order of arrival.
    await this.#turn.join(signal);
    try {
      const perMs = this.settings.requestsPerMinute / 60_000;
      this.#fill(perMs);
      while (this.#tokens < 1) {
        await sleep(Math.ceil((1 - this.#tokens) / perMs), signal);
        this.#fill(perMs);
      }
      this.#tokens -= 1;
    } finally {
      this.#turn.leave();
    }
  }

  #fill(perMs: number): void {
    const now = Date.now();
    this.#tokens = Math.min(this.settings.burst, this.#tokens + (now - this.#filledAt) * perMs);
    this.#filledAt = now;
  }
}

const buckets = new SharedTable<TokenBucket>();

/**
 * Returns the bucket that all clients of a key share in this process.
 *
 * @throws AIError `INVALID_INPUT` if a client requests other numbers than those in force, so that they are never ignored silently.
 */
export function sharedBucket(key: string, settings: BucketSettings, explicit: boolean): TokenBucket {
  const present = buckets.peek(key);
  if (present && explicit && !present.idle() && !sameSettings(present.settings, settings)) {
    throw invalidInput(
      'rateLimit.requestsPerMinute and rateLimit.maxConcurrent differ from those of another client with the same key in use. Use the same numbers, or another rateLimit.key.',
    );
  }
  if (present && explicit && !sameSettings(present.settings, settings)) {
    const replacement = new TokenBucket(settings);
    buckets.replace(key, replacement);
    return replacement;
  }
  return buckets.get(key, () => new TokenBucket(settings));
}

function sameSettings(a: BucketSettings, b: BucketSettings): boolean {
  return a.requestsPerMinute === b.requestsPerMinute && a.maxConcurrent === b.maxConcurrent;
}
