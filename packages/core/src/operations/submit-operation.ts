import type { Call } from '../callers/call.ts';
import { Job } from '../jobs/job.ts';
import { submitJob } from '../jobs/submit-job.ts';
import type { Database } from '../storage/database.ts';
import type { Answer } from './answer.ts';
import { itemAnswer } from './apply-operation.ts';
import type { Operation } from './operation.ts';
import { requireApproved } from './require-approved.ts';

export interface DeferredRequest {
  readonly database: Database;
  readonly call: Call;
  readonly key?: string | undefined;
  /** The input as sent: it is validated again when the job runs. */
  readonly given: unknown;
  readonly expectedRev?: number | undefined;
}

/** Submits an operation as a job instead of running it, after the request has been validated. */
export async function submitOperation(operation: Operation, { database, call, key, given, expectedRev }: DeferredRequest): Promise<Answer> {
  requireApproved(operation, call);
  const job = await submitJob(database, call, {
    kind: operation.id,
    input: {
      input: given ?? {},
      ...(key === undefined ? {} : { key }),
      ...(expectedRev === undefined ? {} : { expectedRev }),
    },
    target: key === undefined ? null : { collection: operation.resource.slug, rowIds: [key] },
  });
  const answer = await itemAnswer(job, { database, call });
  return { ...answer, accepted: true, createdKey: job.jobId, createdIn: Job.definition.table };
}
