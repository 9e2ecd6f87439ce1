/** Where a job stands. The last three are final: a finished job never changes. */
export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

export const JOB_STATUSES: readonly JobStatus[] = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];

/** What a job works on. */
export interface JobTarget {
  /** Collection segment, e.g. `contents`. */
  readonly collection: string;
  readonly id: string;
}

/** One attempt at background work. A retry is a new job, with its own `jobId`; this one is kept as it ended. */
export interface JobRecord {
  readonly jobId: string;
  /** What kind of work, e.g. `thumbnail` or `review`. */
  readonly kind: string;
  readonly status: JobStatus;
  /** Steps done. */
  readonly completed: number;
  /** Steps in all; null while unknown. */
  readonly total: number | null;
  /** What it is doing, for a person. */
  readonly message: string | null;
  /** Why it failed, for a person. */
  readonly error: string | null;
  readonly target: JobTarget | null;
  /** The job that this one tries again. */
  readonly retryOf?: string;
}

/** One message of `GET /api/v1/jobs/events` (server-sent events, `event: job`): the whole record as it is now. */
export interface JobEvent {
  readonly type: 'job';
  readonly job: JobRecord;
}

/** Tells whether a status is final. */
export function isFinishedJobStatus(status: JobStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}
