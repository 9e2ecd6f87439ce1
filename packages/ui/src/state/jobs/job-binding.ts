import { type Intent, newIntent } from '@colophon/client';
import { isPlainObject } from '@colophon/base';
import { isFinishedJobStatus, JOB_STATUSES, type JobRecord, type JobTarget } from '@colophon/contract';
import { type ColophonClient, send } from '../client-port.ts';
import { JobBook, type JobView } from './job-book.ts';

/** The jobs, as components show them. */
export interface JobsSnapshot {
  /** The newest attempt of each job. */
  readonly jobs: readonly JobView[];
  /** Rows with active jobs. */
  readonly pendingRowIds: ReadonlySet<string>;
  /** The keys of queries with active jobs. */
  readonly pendingQueryKeys: ReadonlySet<string>;
}

/** A job that is about to be submitted. */
export interface JobSubmission {
  /** While the job is active, another submission with the same key joins it: pressing twice submits once. */
  readonly submissionKey: string;
  readonly kind: string;
  readonly target: JobTarget | null;
}

/** The interface of a list to background jobs. */
export interface JobBinding {
  /** Returns the same object until something changes. */
  readonly snapshot: () => JobsSnapshot;
  readonly subscribe: (listener: () => void) => () => void;
  /** Submits a job, or joins the active one with the same key. `start` returns the job, or its id. */
  readonly submit: (
    submission: JobSubmission,
    start: (intent: Intent) => Promise<JobRecord | { readonly jobId: string }>,
  ) => Promise<JobRecord>;
  /** Creates another attempt with its own id. The failed one is kept unchanged. */
  readonly retry: (jobId: string) => Promise<JobRecord>;
  readonly cancel: (jobId: string) => Promise<void>;
  readonly canRetry: (jobId: string) => boolean;
}

/** A binding that receives updates of jobs. */
export interface Jobs extends JobBinding {
  /** Accepts an update of a job from a stream or a response, in any order. */
  readonly tell: (job: JobRecord) => void;
}

/**
 * Creates the store of a user's jobs. `followJobs`, or another reader of the event stream, provides the updates.
 *
 * @example
 * const jobs = createJobs({ client });
 * const job = await jobs.submit({ submissionKey: 'review selected', kind: 'contents.review', target }, (intent) =>
 *   client.post('/contents/reviews', { body, intent }));
 */
export function createJobs({ client }: { readonly client: ColophonClient }): Jobs {
  const book = new JobBook();
  const listeners = new Set<() => void>();
  const submissions = new Map<string, Promise<JobRecord>>();
  const retries = new Map<string, Promise<JobRecord>>();
  let snapshot = snapshotOf(book);
  const changed = (): void => {
    snapshot = snapshotOf(book);
    for (const listener of listeners) listener();
  };
  const tell = (job: JobRecord): void => {
    if (book.tell(job)) changed();
  };
  const canRetry = (jobId: string): boolean => {
    const job = book.get(jobId);
    return (job?.status === 'failed' || job?.status === 'cancelled') && book.successorOf(jobId) === undefined;
  };
  return {
    snapshot: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell,
    submit: (submission, start) => once(submissions, submission.submissionKey, () => submit(submission, start)),
    retry: (jobId) => once(retries, jobId, () => retry(jobId)),
    async cancel(jobId) {
      const { value } = await send<unknown>(client, 'post', '/jobs/{id}/cancel', { params: { path: { id: jobId } } });
      if (isJob(value)) tell(value);
    },
    canRetry,
  };

  async function submit(
    submission: JobSubmission,
    start: (intent: Intent) => Promise<JobRecord | { readonly jobId: string }>,
  ): Promise<JobRecord> {
    const active = book.views().find(({ job }) => job.submissionKey === submission.submissionKey && !isFinishedJobStatus(job.status));
    if (active) return active.job;
    // A placeholder until the server returns the job, so that its rows are shown as pending immediately.
    const provisional = provisionalJob(submission);
    tell(provisional);
    try {
      const answer = await start(newIntent());
      const job: JobRecord = isJob(answer) ? answer : { ...provisional, jobId: answer.jobId };
      book.remove(provisional.jobId);
      book.tell(job);
      return book.get(job.jobId) ?? job;
    } finally {
      book.remove(provisional.jobId);
      changed();
    }
  }

  async function retry(jobId: string): Promise<JobRecord> {
    if (!canRetry(jobId)) throw new Error(`Job ${jobId} cannot be tried again: it has not failed, or another attempt took its place.`);
    const { value } = await send<unknown>(client, 'post', '/jobs/{id}/retry', { params: { path: { id: jobId } }, intent: newIntent() });
    const before = book.get(jobId);
    const id = isPlainObject(value) ? value['jobId'] : undefined;
    if (typeof id !== 'string' || before === undefined) throw new Error('The server did not say which job the new attempt is.');
    if (id === jobId) throw new Error(`The server tried job ${jobId} again under its own id; an attempt must have an id of its own.`);
    const job: JobRecord = isJob(value)
      ? value
      : { ...before, jobId: id, status: 'queued', completed: 0, error: null, errorCode: null, result: null, sequence: 0 };
    tell({ ...job, retryOf: jobId });
    return book.get(id) ?? job;
  }
}

/** Calls during a running call of the same key return its promise. */
function once(running: Map<string, Promise<JobRecord>>, key: string, start: () => Promise<JobRecord>): Promise<JobRecord> {
  const known = running.get(key);
  if (known) return known;
  const started = start().finally(() => running.delete(key));
  running.set(key, started);
  return started;
}

function snapshotOf(book: JobBook): JobsSnapshot {
  const jobs = book.views();
  const targets = jobs.flatMap(({ job }) => (job.target === null || isFinishedJobStatus(job.status) ? [] : [job.target]));
  return {
    jobs,
    pendingRowIds: new Set(targets.flatMap((target) => ('rowIds' in target ? target.rowIds : []))),
    pendingQueryKeys: new Set(targets.flatMap((target) => ('queryKey' in target ? [target.queryKey] : []))),
  };
}

function provisionalJob({ submissionKey, kind, target }: JobSubmission): JobRecord {
  return {
    jobId: `provisional:${submissionKey}`,
    kind,
    status: 'queued',
    completed: 0,
    total: null,
    message: null,
    error: null,
    errorCode: null,
    target,
    result: null,
    submissionKey,
    submittedBy: null,
    sequence: -1,
  };
}

/** Whether a value is a job; the response of an older or foreign server may not be. */
export function isJob(value: unknown): value is JobRecord {
  return (
    isPlainObject(value) &&
    typeof value['jobId'] === 'string' &&
    typeof value['sequence'] === 'number' &&
    JOB_STATUSES.some((status) => status === value['status'])
  );
}
