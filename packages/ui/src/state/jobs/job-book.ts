import { isFinishedJobStatus, type JobRecord, laterJob } from '@colophon/contract';

/** Finished jobs that are kept; the oldest go first. */
const MOST_FINISHED = 50;

/** A piece of work as it is shown: its newest attempt, and those before it, which are history and never change again. */
export interface JobView {
  readonly job: JobRecord;
  /** The attempts before it, the oldest first. */
  readonly attempts: readonly JobRecord[];
}

/**
 * What is known of jobs, by their ids. Each attempt has an entry of its own: a late account of a failed attempt reaches its own entry,
 * and never that of the attempt that took its place.
 */
export class JobBook {
  readonly #jobs = new Map<string, JobRecord>();

  get(jobId: string): JobRecord | undefined {
    return this.#jobs.get(jobId);
  }

  /** Takes an account of a job; false when it says nothing that is newer. */
  tell(told: JobRecord): boolean {
    const known = this.#jobs.get(told.jobId);
    const later = known === undefined ? told : laterJob(known, told);
    if (later === known) return false;
    // A later account may leave out what an earlier one said of where the job comes from.
    const retryOf = later.retryOf ?? known?.retryOf;
    this.#jobs.set(told.jobId, retryOf === undefined ? later : { ...later, retryOf });
    this.#forgetOld();
    return true;
  }

  remove(jobId: string): void {
    this.#jobs.delete(jobId);
  }

  /** The attempt that took the place of this one, if there is one. */
  successorOf(jobId: string): JobRecord | undefined {
    return [...this.#jobs.values()].find((job) => job.retryOf === jobId);
  }

  /** The work that is known, each by its newest attempt, in the order it became known. */
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
