/** The status of a job. The last three are final: a finished job never changes. */
export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

export const JOB_STATUSES: readonly JobStatus[] = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];

/** The first path segment of a job's URL, below the mount of the API. */
export const JOBS_PATH = 'jobs';

/** The name of the server-sent events of `GET jobs/events`; their data is a {@link JobRecord}. */
export const JOB_EVENT = 'job';

/** The records that a job works on: by their keys, or the results of a query, identified by the caller's name for the query. */
export type JobTarget =
  | {
      /** Collection segment, e.g. `contents`. */
      readonly collection: string;
      readonly rowIds: readonly string[];
    }
  | { readonly collection: string; readonly queryKey: string };

/** One attempt at background work. A retry is a new job with its own `jobId`; this one is kept as it ended. */
export interface JobRecord {
  readonly jobId: string;
  /** The kind of work: `contents.review`, or the operation that runs in the background, `contents.runReviewAction`. */
  readonly kind: string;
  readonly status: JobStatus;
  /** Steps done. */
  readonly completed: number;
  /** Total steps; null while unknown. */
  readonly total: number | null;
  /** What the job is doing or has done, for a person. */
  readonly message: string | null;
  /** Why the job failed, for a person. */
  readonly error: string | null;
  /** Why the job failed, for a program: the code of the problem, or `worker_lost` if two processes died while running it. */
  readonly errorCode: string | null;
  readonly target: JobTarget | null;
  /** The result. */
  readonly result: Readonly<Record<string, unknown>> | null;
  /** The job that this one retries. */
  readonly retryOf?: string | null;
  /** The caller's key for the submission: while the job is active, submitting again with this key returns the same job. */
  readonly submissionKey: string | null;
  /** The name of the caller who submitted it. */
  readonly submittedBy: string | null;
  /** Increases with every change of any job: of two snapshots of a job the one with the greater number is later. */
  readonly sequence: number;
}

/** One message of `GET /api/v1/jobs/events` (server-sent events, `event: job`): the whole current record. */
export interface JobEvent {
  readonly type: typeof JOB_EVENT;
  readonly job: JobRecord;
}

/** Returns whether a status is final. */
export function isFinishedJobStatus(status: JobStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}

/**
 * Returns the later of two snapshots of a job. A finished snapshot stays as it is, and one that arrives late, out of order or from another
 * attempt changes nothing.
 */
export function laterJob(current: JobRecord, update: JobRecord): JobRecord {
  if (update.jobId !== current.jobId || isFinishedJobStatus(current.status)) return current;
  return update.sequence > current.sequence ? update : current;
}
