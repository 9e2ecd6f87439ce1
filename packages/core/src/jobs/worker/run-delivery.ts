import { setTimeout as delay } from 'node:timers/promises';
import { type Call, makeCall } from '../../callers/call.ts';
import type { Caller } from '../../callers/caller.ts';
import { ColophonError } from '../../errors/colophon-error.ts';
import { UnavailableError, ValidationError } from '../../errors/errors.ts';
import { validate } from '../../objects/faults.ts';
import type { Database } from '../../storage/database.ts';
import { changeJob } from '../change-job.ts';
import { JobFailedError, type JobKind, type JobOutcome } from '../job-kind.ts';
import type { Delivery, JobQueue } from '../queue/job-queue.ts';
import { storableEnd } from '../storable.ts';
import type { JobChange, StoredJob } from '../stored-job.ts';
import { beginJob } from './begin-job.ts';
import { Progress } from './progress.ts';

/** The submitter of a job, as far as it is known. */
export interface JobSubmitter {
  readonly kind: 'user' | 'token';
  readonly id: string;
  readonly tenantId: string | null;
  /** The grant of the agent that submitted it for them; null if they did so themselves. */
  readonly grantId: string | null;
}

export interface DeliveryParts {
  readonly database: Database;
  readonly queue: JobQueue;
  readonly kinds: ReadonlyMap<string, JobKind>;
  readonly authority: (submitter: JobSubmitter) => Promise<Caller | undefined>;
  readonly onError: (error: unknown) => void;
  readonly now: () => Date;
}

/** Why a worker stops running a job. */
export type LettingGo = 'lost' | 'finished' | 'stopping';

/** The job has to stop: it was cancelled, another worker has it, or the process is stopping. */
export class JobAbort extends Error {
  readonly why: LettingGo;

  constructor(why: LettingGo) {
    super(`The job stops: ${why}.`);
    this.why = why;
  }
}

const ATTEMPTS_TO_WRITE = 6;

/** Runs one delivered job, from its start to writing its outcome. */
export async function runDelivery(parts: DeliveryParts, delivery: Delivery, stop: AbortController): Promise<void> {
  const { database, queue } = parts;
  const job = await beginJob(database, queue, delivery);
  if (!job) return;
  const mine = (current: StoredJob): boolean => current.status === 'running' && current.taking === job.taking;
  const progress = new Progress(async (told) => {
    try {
      const change = await changeJob(database, job.jobId, (current) => (mine(current) ? told : undefined), parts.now());
      if (!change && !stop.signal.aborted) stop.abort(new JobAbort('finished'));
    } catch (error) {
      // A failed progress write is not critical; the work continues.
      parts.onError(error);
    }
  });
  const outcome = await outcomeOf(parts, job, progress, stop.signal);
  const told = await progress.end();
  const change: JobChange = { ...told, ...outcome };
  const why = stop.signal.reason instanceof JobAbort ? stop.signal.reason.why : undefined;
  if (why === 'lost') return;
  await written(parts, () =>
    database.transaction(async () => {
      if (why === 'stopping' && change.status !== 'succeeded') {
        const back = await changeJob(
          database,
          job.jobId,
          (current) => (mine(current) ? { ...told, status: 'queued' } : undefined),
          parts.now(),
        );
        if (back) {
          await queue.giveBack(delivery);
          return;
        }
      } else await changeJob(database, job.jobId, (current) => (mine(current) ? change : undefined), parts.now());
      await queue.remove(delivery);
    }),
  );
}

/** Runs the work, and returns the resulting change of the job. */
async function outcomeOf(parts: DeliveryParts, job: StoredJob, progress: Progress, signal: AbortSignal): Promise<JobChange> {
  try {
    const kind = parts.kinds.get(job.kind);
    if (!kind) throw new JobFailedError(`No worker here supports jobs of kind ${job.kind}.`, { code: 'unknown_kind', result: {} });
    const input = validate(kind.input, job.input);
    if (!input.success) throw ValidationError.of(input.faults);
    const callNow = async (): Promise<Call> =>
      makeCall({
        caller: await callerNow(parts, job),
        signal,
        operation: job.kind,
        requestId: job.jobId,
        now: parts.now,
        // What was approved is the job, with all that it does.
        ...(job.approvalId === null ? {} : { approvalId: job.approvalId }),
      });
    const context = { database: parts.database, call: await callNow(), callNow, signal, progress: progress.tell };
    const outcome = await beforeAbort(kind.run(input.data as never, context), signal);
    return storableEnd(succeeded(outcome));
  } catch (error) {
    return storableEnd(failed(error, parts.onError));
  }
}

/** The caller that the job runs as: its submitter, with the permissions they have now. If the submitter has lost them all, the job is not run. */
async function callerNow({ authority }: DeliveryParts, { callerKind, callerId, tenantId, grantId }: StoredJob): Promise<Caller> {
  if (callerKind === 'system') return { kind: 'system', id: null, name: null, tenantId: null, role: null };
  const caller =
    callerId === null || callerKind === 'anonymous' ? undefined : await authority({ kind: callerKind, id: callerId, tenantId, grantId });
  if (caller) return caller;
  throw new JobFailedError('The submitter no longer has permission to act here.', { code: 'authority_lost', result: {} });
}

function succeeded(outcome: JobOutcome | undefined): JobChange {
  return {
    status: 'succeeded',
    ...(outcome?.result === undefined ? {} : { result: outcome.result }),
    ...(outcome?.message === undefined ? {} : { message: outcome.message }),
  };
}

/** Internal errors are reported to the log only. */
function failed(error: unknown, onError: (error: unknown) => void): JobChange {
  const known = error instanceof ColophonError && error.code !== 'usage' && error.code !== 'registry' ? error : undefined;
  if (!known && !(error instanceof JobAbort)) onError(error);
  return {
    status: 'failed',
    error: known?.message ?? 'An internal error occurred. The log has the details under the id of the job.',
    errorCode: known?.code ?? 'internal',
    ...(error instanceof JobFailedError ? { result: error.result } : {}),
  };
}

/** Settles with the work, or when the signal aborts: work that ignores the signal does not block the worker. */
async function beforeAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const stop = (): void => aborted.reject(signal.reason);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  work.catch(() => undefined);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Writes the outcome, and retries while the database is briefly unavailable. A worker that cannot write it counts as dead. */
async function written({ onError }: DeliveryParts, write: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await write();
      return;
    } catch (error) {
      if (!(error instanceof UnavailableError) || attempt === ATTEMPTS_TO_WRITE) {
        onError(error);
        return;
      }
      await delay(250 * attempt);
    }
  }
}
