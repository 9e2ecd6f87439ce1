import type { Call } from '../callers/call.ts';
import type { Database } from '../storage/database.ts';
import { lockJobs } from './change-job.ts';
import { type Job, Jobs } from './job.ts';
import { type JobSubmission, storeJob } from './store-job.ts';
import { findActive } from './stored-job.ts';

/**
 * Submits background work with the permissions of the caller: a worker runs it on the caller's behalf, if they are still allowed to do it
 * then. In a transaction the job exists only if the transaction commits. If a job of the same caller and kind is active with the same
 * `submissionKey`, nothing is submitted and that job is returned.
 *
 * @throws UnauthenticatedError for an anonymous caller
 * @example
 * const job = await submitJob(database, call, { kind: 'contents.review', input: { policyKey: 'facts', ids }, submissionKey: 'monday' });
 */
export async function submitJob(database: Database, call: Call, submission: JobSubmission): Promise<Job> {
  const jobs = new Jobs(database, call);
  const store = (): Promise<Job> => storeJob(database, call, submission, (values) => jobs.make(values));
  const { submissionKey, kind } = submission;
  const { caller } = call;
  if (submissionKey === undefined || submissionKey === null) return store();
  return database.transaction(async () => {
    await lockJobs(database);
    const { tenantId } = caller;
    const active = await findActive(database, { callerKind: caller.kind, callerId: caller.id, tenantId, kind, submissionKey });
    return active === undefined ? store() : new Jobs(database, call).require(active);
  });
}
