import { isFinishedJobStatus, type JobRecord, laterJob } from '@colophon/contract';

/** The number of finished jobs that are kept; the oldest are dropped first. */
const MOST_FINISHED = 50;

/** A job with its newest attempt, and earlier attempts, which never change. */
export interface JobView {
  readonly job: JobRecord;
  /** Earlier attempts, the oldest first. */
  readonly attempts: readonly JobRecord[];
}

/**
 * The known jobs by id. Each attempt has its own entry: a late update of a failed attempt changes that entry, never the attempt that
 * replaced it.
 */
export class JobBook {
  readonly #jobs = new Map<string, JobRecord>();

  get(jobId: string): JobRecord | undefined {
    return this.#jobs.get(jobId);
  }

  /** Accepts an update of a job; returns false if it is not newer. */
  tell(told: JobRecord): boolean {
    const known = this.#jobs.get(told.jobId);
    const later = known === undefined ? told : laterJob(known, told);
    if (later === known) return false;
    // A later update may omit the origin of the job.
    const retryOf = later.retryOf ?? known?.retryOf;
    this.#jobs.set(told.jobId, retryOf === undefined ? later : { ...later, retryOf });
    this.#forgetOld();
    return true;
  }

  remove(jobId: string): void {
    this.#jobs.delete(jobId);
  }

  /** Returns the attempt that replaced this one, if any. */
  successorOf(jobId: string): JobRecord | undefined {
    return [...this.#jobs.values()].find((job) => job.retryOf === jobId);
  }

  /** Returns the newest attempt of each known job, in the order of arrival. */
  views(): JobView[] {
    const newest = [...this.#jobs.values()].filter((job) => this.successorOf(job.jobId) === undefined);
    return newest.map((job) => ({ job, attempts: this.#attemptsBefore(job) }));
  }

  #attemptsBefore(job: JobRecord): JobRecord[] {
    const attempts: JobRecord[] = [];
    const seen = new Set([job.jobId]);
    for (let id = job.retryOf; typeof id === 'string' && !seen.has(id); id = this.#jobs.get(id)?.retryOf) {
      seen.add(id);
      const attempt = this.#jobs.get(id);
      if (attempt !== undefined) attempts.unshift(attempt);
    }
    return attempts;
  }

  #forgetOld(): void {
    const finished = [...this.#jobs.values()].filter((job) => isFinishedJobStatus(job.status));
    for (const { jobId } of finished.slice(0, Math.max(0, finished.length - MOST_FINISHED))) this.#jobs.delete(jobId);
  }
}
