import type { JobTarget } from '@colophon/contract';
import type { Call } from '../callers/call.ts';
import { UnauthenticatedError } from '../errors/errors.ts';
import { newKey } from '../fields/new-key.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import type { Database } from '../storage/database.ts';
import { lockJobs, nextSequence } from './change-job.ts';
import { refuseTooMany } from './refuse-too-many.ts';
import { jobQueueOf } from './queue/queue-of.ts';
import { announceJobs, announceWork } from './signals.ts';

/** A job to submit. */
export interface JobSubmission {
  readonly kind: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly target?: JobTarget | null;
  /** Total steps, if already known. */
  readonly total?: number | null;
  /** The caller's key for this submission: while the job is active, submitting with the same key returns the same job. */
  readonly submissionKey?: string | null;
}

/**
 * Stores a new job and enqueues it: both, or neither.
 *
 * @param make creates the record in the call of the submitter
 * @throws UnauthenticatedError, or ColophonError 429 `too_many_jobs`
 */
export async function storeJob<T extends StoredObject>(
  database: Database,
  call: Call,
  submission: JobSubmission & { readonly retryOf?: string },
  make: (values: Readonly<Record<string, unknown>>) => T,
): Promise<T> {
  const { caller } = call;
  // An anonymous submitter's permissions could not be checked when the job runs.
  if (caller.kind === 'anonymous') throw new UnauthenticatedError();
  const queue = await jobQueueOf(database);
  return database.transaction(async () => {
    await lockJobs(database);
    await refuseTooMany(database, caller);
    const job = make({
      jobId: newKey(),
      kind: submission.kind,
      input: submission.input,
      target: submission.target ?? null,
      total: submission.total ?? null,
      submissionKey: submission.submissionKey ?? null,
      retryOf: submission.retryOf ?? null,
      submittedBy: caller.name,
      callerKind: caller.kind,
      callerId: caller.id,
      grantId: caller.agent?.grantId ?? null,
      approvalId: call.approvalId ?? null,
      sequence: await nextSequence(database),
    });
    await job.save();
    await queue.put(String((job as unknown as { jobId: string }).jobId));
    announceJobs(database);
    announceWork(database);
    return job;
  });
}
