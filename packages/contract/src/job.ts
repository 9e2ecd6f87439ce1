/** Where a job stands. The last three are final: a finished job never changes. */
export type JobStatus = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled';

export const JOB_STATUSES: readonly JobStatus[] = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];

/** Where the address of a job begins, below the mount of the API. */
export const JOBS_PATH = 'jobs';

/** The name of the server-sent events that `GET jobs/events` answers; their data is a {@link JobRecord}. */
export const JOB_EVENT = 'job';

/** What a job works on: records by their keys, or whatever a query found, by what its caller calls the query. */
export type JobTarget =
  | {
      /** Collection segment, e.g. `contents`. */
      readonly collection: string;
      readonly rowIds: readonly string[];
    }
  | { readonly collection: string; readonly queryKey: string };

/** One attempt at background work. A retry is a new job, with its own `jobId`; this one is kept as it ended. */
export interface JobRecord {
  readonly jobId: string;
  /** What kind of work: `contents.review`, or the operation that runs in the background, `contents.runReviewAction`. */
  readonly kind: string;
  readonly status: JobStatus;
  /** Steps done. */
  readonly completed: number;
  /** Steps in all; null while unknown. */
  readonly total: number | null;
  /** What it is doing or has done, for a person. */
  readonly message: string | null;
  /** Why it failed, for a person. */
  readonly error: string | null;
  /** Why it failed, for a program: the code of the problem, `worker_lost` when two processes died over it. */
  readonly errorCode: string | null;
  readonly target: JobTarget | null;
  /** What came of it. */
  readonly result: Readonly<Record<string, unknown>> | null;
  /** The job that this one tries again. */
  readonly retryOf?: string | null;
  /** What its caller called the submission: as long as it is active, the same submission is the same job. */
  readonly submissionKey: string | null;
  /** Who submitted it, by name. */
  readonly submittedBy: string | null;
  /** One more with every change of any job: of two accounts of a job the one with the greater number is the later one. */
  readonly sequence: number;
}

/** One message of `GET /api/v1/jobs/events` (server-sent events, `event: job`): the whole record as it is now. */
export interface JobEvent {
  readonly type: typeof JOB_EVENT;
  readonly job: JobRecord;
}

/** Tells whether a status is final. */
export function isFinishedJobStatus(status: JobStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}

/**
 * Of two accounts of a job, the one to believe. What is finished stays as it is, and an account that comes late, out of
 * order or of another attempt changes nothing.
 */
export function laterJob(known: JobRecord, told: JobRecord): JobRecord {
  if (told.jobId !== known.jobId || isFinishedJobStatus(known.status)) return known;
  return told.sequence > known.sequence ? told : known;
}
