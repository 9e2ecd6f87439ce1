import type { JobTarget } from '@colophon/contract';
import type { Call } from '../callers/call.ts';
import { UnauthenticatedError } from '../errors/errors.ts';
import { newKey } from '../objects/new-key.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import type { Database } from '../storage/database.ts';
import { lockJobs, nextSequence } from './change-job.ts';
import { refuseTooMany } from './refuse-too-many.ts';
import { jobQueueOf } from './queue/queue-of.ts';
import { announceJobs, announceWork } from './signals.ts';

/** What is wanted of a job. */
export interface JobSubmission {
  readonly kind: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly target?: JobTarget | null;
  /** Steps in all, where they are known already. */
  readonly total?: number | null;
  /** What the caller calls this submission: as long as it is active, the same one is the same job. */
  readonly submissionKey?: string | null;
}

/**
 * Stores a new job and keeps it for delivery: both, or neither.
 *
 * @param make makes the record in the call of whoever submits it
 * @throws UnauthenticatedError, or ColophonError 429 `too_many_jobs`
 */
export async function storeJob<T extends StoredObject>(
  database: Database,
  call: Call,
  submission: JobSubmission & { readonly retryOf?: string },
  make: (values: Readonly<Record<string, unknown>>) => T,
): Promise<T> {
  const { caller } = call;
  // Nobody would be there to ask whether they may, once it runs.
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
      sequence: await nextSequence(database),
    });
    await job.save();
    await queue.put(String((job as unknown as { jobId: string }).jobId));
    await announceJobs(database);
    announceWork(database);
    return job;
  });
}
