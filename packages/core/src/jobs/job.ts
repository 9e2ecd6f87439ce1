import { JOB_STATUSES, type JobStatus, type JobTarget } from '@colophon/contract';
import { z } from 'zod';
import type { AccessSettings } from '../callers/access.ts';
import type { Call } from '../callers/call.ts';
import { hasRole } from '../callers/caller.ts';
import { ConflictError } from '../errors/errors.ts';
import { datetime } from '../fields/datetime.ts';
import { json } from '../fields/json.ts';
import { integer } from '../fields/numbers.ts';
import { text } from '../fields/text.ts';
import { collection } from '../objects/collection.ts';
import { object } from '../objects/object.ts';
import type { SaveContext } from '../objects/stored-object.ts';
import type { Operations } from '../operations/operation-options.ts';
import { recordOutput } from '../operations/outputs.ts';
import { both, type Filter, NOTHING, where } from '../queries/filter.ts';
import { changeJob, lockJobs } from './change-job.ts';
import { storeJob } from './store-job.ts';
import { findRetry, JOBS_TABLE, readJob } from './stored-job.ts';

const Target = z.union([
  z.strictObject({ collection: z.string(), rowIds: z.array(z.string()) }),
  z.strictObject({ collection: z.string(), queryKey: z.string() }),
]) as z.ZodType<JobTarget>;

const OFFERED = ['list', 'get', 'retry', 'cancel'] as const;

/** Whoever submitted a job sees it, and the editors of its tenant do; what it was given nobody does. */
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
 * One attempt at work in the background. Its row is the record of it: workers write it while it runs, and once it is
 * finished nothing does.
 */
export class Job extends object(
  {
    jobId: text({ required: true, readOnly: true, description: 'Identifier of this attempt, a UUID version 7.' }),
    kind: text({ required: true, description: 'What kind of work: contents.review, or the operation that runs in the background.' }),
    status: text({ values: JOB_STATUSES as readonly [JobStatus, ...JobStatus[]], default: 'queued' }),
    completed: integer({ default: 0, minimum: 0, description: 'Steps done.' }),
    total: integer({ minimum: 0, description: 'Steps in all; null while unknown.' }),
    message: text({ description: 'What it is doing or has done, for a person.' }),
    error: text({ description: 'Why it failed, for a person.' }),
    errorCode: text({ description: 'Why it failed, for a program; worker_lost when two processes died over it.' }),
    target: json<JobTarget>({ schema: Target, description: 'What it works on: {collection, rowIds} or {collection, queryKey}.' }),
    result: json({ description: 'What came of it.' }),
    retryOf: text({ description: 'The job that this one tries again.' }),
    submissionKey: text({ maxLength: 200, description: 'As long as it is active, the same submission of its caller is the same job.' }),
    submittedBy: text({ description: 'Who submitted it, by name.' }),
    startedAt: datetime({ description: 'When a worker first began it.' }),
    finishedAt: datetime({ description: 'When it ended; from then on it never changes.' }),
    sequence: integer({ required: true, description: 'One more with every change of any job.' }),
    callerKind: text({ required: true, private: true }),
    callerId: text({ private: true }),
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
    // It is a record of itself, and changes far more often than anything that people do.
    audit: false,
    access,
    indexes: [['sequence'], ['status', 'finishedAt'], ['submissionKey', 'status'], ['retryOf'], ['tenantId', '-created_at', '-jobId']],
    description: 'Work in the background: what runs, what came of it, and what failed.',
  },
) {
  static readonly operations: Operations<Job> = {
    // Both run in the transaction of their own change: a row that is held while the change waits for its turn would hold up its worker.
    retry: {
      output: recordOutput(),
      accepts: true,
      transaction: false,
      description: 'Try a failed or cancelled job again, as a new job; twice is the same new job.',
    },
    cancel: {
      output: recordOutput(),
      transaction: false,
      description: 'End a job that is queued or running. What it has done stays done.',
    },
  };

  /**
   * Submits the same work again, on the authority of whoever calls. The attempt that failed stays as it is, and is tried
   * again once: whoever asks later, or at the same time, gets the same new job.
   *
   * @throws ConflictError `not_failed` when it is active, or has succeeded
   */
  async retry(call: Call = this.call): Promise<Job> {
    const { database } = this;
    return database.transaction(async () => {
      await lockJobs(database);
      const failed = await readJob(database, this.jobId);
      if (failed?.status !== 'failed' && failed?.status !== 'cancelled') {
        throw new ConflictError(`Only what failed or was cancelled is tried again; this job is ${failed?.status ?? 'gone'}.`, {
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

  /** Ends the job. Its worker is told, and whatever it still writes counts for nothing. @throws ConflictError when it is finished */
  async cancel(call: Call = this.call): Promise<Job> {
    const { database, jobId } = this;
    const by = call.caller.name ?? 'the application';
    const changed = await changeJob(database, jobId, () => ({ status: 'cancelled', message: `Cancelled by ${by}.` }), call.now());
    if (!changed) throw new ConflictError('This job is finished; what is finished never changes.', { code: 'finished' });
    return new Jobs(database, call).require(jobId);
  }

  /** Jobs change by what their workers tell and in no other way. */
  protected override async beforeSave({ created }: SaveContext): Promise<void> {
    if (!created) throw neverChanged();
  }

  protected override async beforeDelete(): Promise<void> {
    throw neverChanged();
  }
}

/** The jobs that a call may see. */
export class Jobs extends collection(Job) {}

function neverChanged(): ConflictError {
  return new ConflictError('Jobs are not edited: cancel it, or try it again.', { code: 'not_editable' });
}
