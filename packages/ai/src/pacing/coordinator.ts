import { AIError, RateLimitError } from '../errors/errors.ts';
import { sleep, type Deadline } from '../transport/deadline.ts';
import type { PacingSettings } from './settings.ts';
import { WaitingLine } from './waiting-line.ts';

/** The longest time for which a provider's hint delays a budget. A longer hint may be a mistake. */
export const MAX_HOLD_MS = 60 * 60_000;

/**
 * Runs the calls of one budget one at a time, in order of arrival.
 *
 * A call keeps its turn while it waits out a rate limit and retries. After a success the next call waits `cooldownMs`; after a rate limit,
 * at least as long as the provider asked, even if the call is not retried, but at most an hour.
 */
export class PacingCoordinator {
  #line = new WaitingLine(1);
  #nextAt = 0;
  #limitedUntil = 0;
  #users = 0;
  lastUsed = Date.now();

  /** Whether no call is running or waiting, and no delay is pending. */
  idle(now = Date.now()): boolean {
    return this.#users === 0 && now >= this.#nextAt;
  }

  /**
   * Runs `work` in its turn.
   *
   * @throws RateLimitError immediately if the wait would outlast the call's deadline because of a rate limit; AIError `AI_TIMEOUT` if
   * because of the cooldown.
   */
  async run<T>(work: () => Promise<T>, settings: PacingSettings, deadline: Deadline, provider: string): Promise<T> {
    this.#users += 1;
    try {
      await this.#line.join(deadline.signal);
      try {
        return await this.#attempt(work, settings, deadline, provider);
      } finally {
        this.#line.leave();
      }
    } finally {
      this.#users -= 1;
      this.lastUsed = Date.now();
    }
  }

  async #attempt<T>(work: () => Promise<T>, settings: PacingSettings, deadline: Deadline, provider: string): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#waitForTurn(deadline, provider);
      try {
        const result = await work();
        if (settings.cooldownMs > 0) this.#nextAt = Math.max(this.#nextAt, Date.now() + settings.cooldownMs);
        return result;
      } catch (error) {
        if (!AIError.isInstance(error) || (error.code !== 'RATE_LIMIT' && error.code !== 'QUOTA_EXHAUSTED')) throw error;
        const hint = error.retryAfter === undefined ? settings.initialDelayMs : Math.min(error.retryAfter * 1000, MAX_HOLD_MS);
        this.#limitedUntil = Date.now() + Math.max(settings.cooldownMs, hint);
        this.#nextAt = Math.max(this.#nextAt, this.#limitedUntil);
        if (!error.retryable || attempt >= settings.maxAttempts) throw error;
      }
    }
  }

  async #waitForTurn(deadline: Deadline, provider: string): Promise<void> {
    const wait = this.#nextAt - Date.now();
    if (wait <= 0) return;
    if (wait >= deadline.remaining) {
      if (this.#limitedUntil > Date.now()) {
        throw new RateLimitError(
          `${provider}: the provider's rate limit lasts longer than this call may wait. The next request is possible after ${Math.ceil(wait / 1000)} s; longer delays than ${MAX_HOLD_MS / 1000} s are not applied.`,
          {
            provider,
            retryAfter: wait / 1000,
          },
        );
      }
      throw new AIError(`${provider}: the pacing delay lasts longer than this call may wait.`, {
        code: 'AI_TIMEOUT',
        provider,
        retryable: true,
      });
    }
    await sleep(wait, deadline.signal);
  }
}
