import { type Intent, newIntent } from '@colophon/client';
import { isFinishedJobStatus, isPlainObject, JOB_STATUSES, type JobRecord, type JobTarget } from '@colophon/contract';
import { type ColophonClient, send } from '../client-port.ts';
import { JobBook, type JobView } from './job-book.ts';

/** Jobs as a component shows them. */
export interface JobsSnapshot {
  /** Each piece of work by its newest attempt. */
  readonly jobs: readonly JobView[];
  /** Rows that something is being done to. */
  readonly pendingRowIds: ReadonlySet<string>;
  /** Queries, by the names that their callers gave them, whose rows something is being done to. */
  readonly pendingQueryKeys: ReadonlySet<string>;
}

/** Work that is about to be submitted. */
export interface JobSubmission {
  /** As long as it is active, the same key is the same work: pressing twice submits once. */
  readonly submissionKey: string;
  readonly kind: string;
  readonly target: JobTarget | null;
}

/** What a list asks of background work, whoever does it. */
export interface JobBinding {
  /** The same object until something changes. */
  readonly snapshot: () => JobsSnapshot;
  readonly subscribe: (listener: () => void) => () => void;
  /** Submits work, or joins the same work where it is active. `start` answers the job, or its id. */
  readonly submit: (
    submission: JobSubmission,
    start: (intent: Intent) => Promise<JobRecord | { readonly jobId: string }>,
  ) => Promise<JobRecord>;
  /** Makes another attempt, with an id of its own. The failed one is kept as it ended. */
  readonly retry: (jobId: string) => Promise<JobRecord>;
  readonly cancel: (jobId: string) => Promise<void>;
  readonly canRetry: (jobId: string) => boolean;
}

/** A binding that is told of jobs by someone. */
export interface Jobs extends JobBinding {
  /** Takes an account of a job, from a stream or an answer, however late it comes. */
  readonly tell: (job: JobRecord) => void;
}

/**
 * Keeps what is known of the jobs of a person. What happens to them is told by `followJobs`, or by whoever has a stream of its own.
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
    // Stands for the job until the server names it, so that the rows are shown as waiting at once.
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

/** Presses that come while the first is under way are that press. */
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

/** Whether a value is an account of a job; what an older or other server says may be none. */
export function isJob(value: unknown): value is JobRecord {
  return (
    isPlainObject(value) &&
    typeof value['jobId'] === 'string' &&
    typeof value['sequence'] === 'number' &&
    JOB_STATUSES.some((status) => status === value['status'])
  );
}
