import { AsyncLocalStorage } from 'node:async_hooks';
import type { JobContext } from '../job-kind.ts';

/** The progress that a job reported. */
export interface Told {
  completed: number;
  total: number | null;
  message?: string;
}

const WRITE_EVERY_MS = 250;

/**
 * Collects the progress that a job reports, and writes the latest value from time to time: immediately if nothing was written for a while.
 * It writes outside of the job's transactions, one write at a time.
 */
export class Progress {
  readonly #write: (told: Told) => Promise<void>;
  readonly #outside = AsyncLocalStorage.snapshot();
  #latest: Told | undefined;
  #last: Told | undefined;
  #writing: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #ended = false;

  constructor(write: (told: Told) => Promise<void>) {
    this.#write = write;
  }

  readonly tell: JobContext['progress'] = (completed, total, message) => {
    if (this.#ended) return;
    this.#last = this.#latest = {
      completed: count(completed),
      total: total === null ? null : count(total),
      ...(message === undefined ? {} : { message }),
    };
    if (!this.#writing && !this.#timer) this.#outside(() => this.#flush());
  };

  /** Accepts no more reports, and returns the last one, to be written with the end of the job: a pending write may be lost. */
  async end(): Promise<Told | undefined> {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#writing;
    return this.#last;
  }

  #flush(): void {
    this.#timer = undefined;
    const told = this.#latest;
    if (!told) return;
    this.#latest = undefined;
    this.#writing = this.#write(told).finally(() => {
      this.#writing = undefined;
      if (!this.#ended) this.#timer = setTimeout(() => this.#flush(), WRITE_EVERY_MS);
    });
  }
}

/** Returns a storable count; an invalid one counts as 0. */
function count(value: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(0, Math.trunc(value)), 2_147_483_647) : 0;
}
