import { signal } from '../signals/signal.ts';
import type { Database } from '../storage/database.ts';

/** The topic of changes of jobs, and that of jobs to start or to stop. */
export const JOBS_CHANGED = 'jobs';
export const JOBS_TO_DO = 'jobs/work';

/** Notifies everybody that jobs have changed, after the ambient transaction is committed. The changes are in the table. */
export function announceJobs(database: Database): void {
  signal(database, JOBS_CHANGED);
}

/** Notifies the workers after the ambient transaction is committed: there is a job to start or to stop. */
export function announceWork(database: Database): void {
  signal(database, JOBS_TO_DO);
}
