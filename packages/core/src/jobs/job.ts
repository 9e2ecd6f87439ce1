import { JOB_STATUSES, type JobStatus, type JobTarget } from '@colophon/contract';
import { z } from 'zod';
import type { AccessSettings } from '../objects/access.ts';
import type { Call } from '../callers/call.ts';
import { hasRole } from '../callers/caller.ts';
import { ConflictError } from '../errors/errors.ts';
import { datetime } from '../fields/datetime.ts';
import { json } from '../fields/json.ts';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import type { SaveContext } from '../objects/hooks.ts';
import type { Operations } from '../registry/operation-options.ts';
import { recordOutput } from '../registry/outputs.ts';
import { both, type Filter, NOTHING, where } from '../queries/filter.ts';
import { changeJob, lockJobs } from './change-job.ts';
import { storeJob } from './store-job.ts';
import { findRetry, JOBS_TABLE, readJob } from './stored-job.ts';

const Target = z.union([
  z.strictObject({ collection: z.string(), rowIds: z.array(z.string()) }),
  z.strictObject({ collection: z.string(), queryKey: z.string() }),
]) as z.ZodType<JobTarget>;

const OFFERED = ['list', 'get', 'retry', 'cancel'] as const;

/** A job is visible to its submitter and to the editors of its tenant; its input is visible to nobody. */
const access: AccessSettings = {
  read: 'signed-in',
  create: 'nobody',
  update: 'nobody',
  delete: 'nobody',
  operations: { retry: 'signed-in', cancel: 'signed-in' },
  visible: ({ caller }) => {
    if (caller.kind === 'anonymous' || caller.id === null) return NOTHING;
    const tenant = where('tenantId', caller.tenantId === null ? 'null' : 'eq', caller.tenantId ?? true);
    const own: Filter = { kind: 'all', filters: [where('callerKind', 'eq', caller.kind), where('callerId', 'eq', caller.id)] };
    return hasRole(caller, 'editor') ? tenant : both(tenant, own);
  },
};

/**
 * One attempt at background work. Its row is the record: workers write it while the job runs, and once it is finished it never changes.
 */
export class Job extends object(
  {
    jobId: text({ required: true, readOnly: true, description: 'Identifier of this attempt, a UUID version 7.' }),
    kind: text({ required: true, description: 'The kind of work: contents.review, or the operation that runs in the background.' }),
    status: text({ values: JOB_STATUSES as readonly [JobStatus, ...JobStatus[]], default: 'queued' }),
    completed: integer({ default: 0, minimum: 0, description: 'Steps done.' }),
    total: integer({ minimum: 0, description: 'Total steps; null while unknown.' }),
    message: text({ description: 'What the job is doing or has done, for a person.' }),
    error: text({ description: 'Why the job failed, for a person.' }),
    errorCode: text({ description: 'Why the job failed, for a program; worker_lost if two processes died while running it.' }),
    target: json<JobTarget>({
      schema: Target,
      description: 'The records that it works on: {collection, rowIds} or {collection, queryKey}.',
    }),
    result: json({ description: 'The result.' }),
    retryOf: text({ description: 'The job that this one retries.' }),
    submissionKey: text({ maxLength: 200, description: 'While the job is active, submitting again with this key returns the same job.' }),
    submittedBy: text({ description: 'The name of the caller who submitted it.' }),
    startedAt: datetime({ description: 'When a worker first started it.' }),
    finishedAt: datetime({ description: 'When it finished; from then on it never changes.' }),
    sequence: integer({ required: true, description: 'Increases with every change of any job.' }),
    callerKind: text({ required: true, private: true }),
    callerId: text({ private: true }),
    grantId: text({ private: true }),
    approvalId: text({ private: true }),
    input: json({ required: true, private: true }),
    taking: integer({ default: 0, private: true }),
    lost: integer({ default: 0, private: true }),
  },
  {
    table: JOBS_TABLE,
    key: 'jobId',
    tenant: true,
    api: { include: OFFERED },
    mcp: { include: OFFERED },
    cli: { include: OFFERED },
    // A job is its own log, and changes far more often than records that people edit.
    audit: false,
    access,
    indexes: [['sequence'], ['status', 'finishedAt'], ['submissionKey', 'status'], ['retryOf'], ['tenantId', '-created_at', '-jobId']],
    description: 'Background jobs: their progress, results and failures.',
  },
) {
  static readonly operations: Operations<Job> = {
    // Both run in the transaction of their own change: a row lock held while the change waits for its turn would block its worker.
    retry: {
      output: recordOutput(),
      accepts: true,
      transaction: false,
      description: 'Retry a failed or cancelled job as a new job; retrying twice returns the same new job.',
    },
    cancel: {
      output: recordOutput(),
      transaction: false,
      description: 'Cancel a queued or running job. Completed steps are not undone.',
    },
  };

  /**
   * Submits the same work again, with the permissions of the caller. The failed attempt stays as it is and is retried once: a later or
   * concurrent call returns the same new job.
   *
   * @throws ConflictError `not_failed` if it is active or has succeeded
   */
  async retry(call: Call = this.call): Promise<Job> {
    const { database } = this;
    return database.transaction(async () => {
      await lockJobs(database);
      const failed = await readJob(database, this.jobId);
      if (failed?.status !== 'failed' && failed?.status !== 'cancelled') {
        throw new ConflictError(`Only a failed or cancelled job can be retried; this job is ${failed?.status ?? 'gone'}.`, {
          code: 'not_failed',
        });
      }
      const known = await findRetry(database, this.jobId);
      if (known !== undefined) return new Jobs(database).require(known);
      const { kind, input, target, total, submissionKey } = failed;
      const jobs = new Jobs(database, call);
      return storeJob(database, call, { kind, input, target, total, submissionKey, retryOf: this.jobId }, (values) => jobs.make(values));
    });
  }

  /** Cancels the job. Its worker is notified, and later writes of the worker are ignored. @throws ConflictError if it is finished */
  async cancel(call: Call = this.call): Promise<Job> {
    const { database, jobId } = this;
    const by = call.caller.name ?? 'the application';
    const changed = await changeJob(database, jobId, () => ({ status: 'cancelled', message: `Cancelled by ${by}.` }), call.now());
    if (!changed) throw new ConflictError('This job is finished; a finished job never changes.', { code: 'finished' });
    return new Jobs(database, call).require(jobId);
  }

  /** Jobs are changed only by their workers. */
  protected override async beforeSave({ created }: SaveContext): Promise<void> {
    if (!created) throw neverChanged();
  }

  protected override async beforeDelete(): Promise<void> {
    throw neverChanged();
  }
}

/** The jobs that a call can see. */
export class Jobs extends collection(Job) {}

function neverChanged(): ConflictError {
  return new ConflictError('Jobs cannot be edited: cancel or retry the job.', { code: 'not_editable' });
}
