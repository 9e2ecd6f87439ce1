import { AsyncLocalStorage } from 'node:async_hooks';
import type { JobContext } from '../job-kind.ts';

/** How far a job is, as it told itself. */
export interface Told {
  completed: number;
  total: number | null;
  message?: string;
}

const WRITE_EVERY_MS = 250;

/**
 * Takes what a job tells about how far it is, and writes the latest of it now and then: at once when nothing was written
 * for a while. It writes outside of whatever transaction the job is in, and one at a time.
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

  /** Takes no more, and answers what was told last, to be written with the end of the job: what was written before may be lost. */
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

/** A count that can be stored; what is none counts as nothing done. */
function count(value: number): number {
  return Number.isFinite(value) ? Math.min(Math.max(0, Math.trunc(value)), 2_147_483_647) : 0;
}
