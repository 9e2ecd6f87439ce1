import {
  type AccessRule,
  type Call,
  ColophonError,
  ForbiddenError,
  NotFoundError,
  permits,
  PreconditionFailedError,
  UnavailableError,
} from '@colophon/core';
import { type Job, type JobContext, JobFailedError, type JobKind, jobKind, type JobOutcome, submitJob } from '@colophon/core/jobs';
import { z } from 'zod';
import type { ContentCollection, OpenContents } from '../../record/capability.ts';
import type { ContentRecord } from '../../record/content-record.ts';
import { id } from '../../record/inputs.ts';
import { outcomeOf, type RecordOutcome, reportOf } from './bulk-report.ts';

const MAXIMUM_RECORDS = 500;
/** Attempts at one record if its transaction conflicts with another one. */
const ATTEMPTS = 3;

/** The input that every change of many records has. */
export const bulkInput = {
  ids: z.array(id).min(1).max(MAXIMUM_RECORDS).describe('The records; 500 at most.'),
  revs: z
    .record(id, z.int().min(1))
    .optional()
    .describe('The revisions that the caller has read, by id: a record that has changed since is rejected, as with If-Match.'),
};
interface BulkInput extends Readonly<Record<string, unknown>> {
  readonly ids: readonly string[];
  readonly revs?: Readonly<Record<string, number>> | undefined;
}

/** A change that a job makes to many records, one by one. */
export interface BulkChange<Input extends BulkInput> {
  /** The kind of the job. */
  readonly kind: string;
  readonly input: z.ZodObject & z.ZodType<Input>;
  /** Who may change a record: the rule of the operation on a single record. */
  readonly access: AccessRule | undefined;
  /** What unchanged records already were, as words for the job's message. */
  readonly already: string;
  /** Returns the work on one record, or null if it already is as requested. It runs in the record's transaction. */
  readonly plan: (record: ContentRecord, input: Input) => Promise<(() => Promise<unknown>) | null>;
  /** Returns the title of a record that is gone because the change was already made to it. */
  readonly findDone?: (contents: ContentCollection, contentId: string) => Promise<{ readonly title: string | null } | undefined>;
}

/** Submits a change of many records as a job. */
export function submitBulkChange<Input extends BulkInput>(
  { kind }: BulkChange<Input>,
  contents: ContentCollection,
  input: Input,
  call: Call,
): Promise<Job> {
  const { table, typeName } = contents.definition;
  const ids = [...new Set(input.ids)];
  return submitJob(contents.database, call, {
    kind,
    input: { ...input, ids, ...(typeName === undefined ? {} : { type: typeName }) },
    target: { collection: table, rowIds: ids },
    total: ids.length,
  });
}

/** The kind of job that makes a change. */
export function bulkJob<Input extends BulkInput>(open: OpenContents, change: BulkChange<Input>): JobKind {
  return jobKind({
    kind: change.kind,
    // The job is submitted at an address for one type, or for all.
    input: change.input.extend({ type: z.string().optional() }) as unknown as z.ZodType<Input & { type?: string | undefined }>,
    run: (input, context) => changeAll(open, change, input, context),
  });
}

/**
 * Changes the records one by one, each as a separate save with its rules and its gate, with the submitter's permissions at that moment. A
 * rejected record does not stop the others, and one that already is as requested is skipped, so that a job can be resumed or retried.
 */
async function changeAll<Input extends BulkInput>(
  open: OpenContents,
  change: BulkChange<Input>,
  input: Input & { type?: string | undefined },
  { database, callNow, signal, progress }: JobContext,
): Promise<JobOutcome> {
  const { ids } = input;
  const records: RecordOutcome[] = [];
  for (const [index, contentId] of ids.entries()) {
    signal.throwIfAborted();
    progress(index, ids.length, `Record ${index + 1} of ${ids.length}.`);
    const call = await callNow().catch((error: unknown) => {
      throw error instanceof JobFailedError
        ? new JobFailedError(error.message, { code: error.code, result: reportOf(records, ids) })
        : error;
    });
    records.push(await changeOne(open(database, call), change, contentId, input));
  }
  progress(ids.length, ids.length);
  return outcomeOf(records, ids, change.already);
}

async function changeOne<Input extends BulkInput>(
  contents: ContentCollection,
  change: BulkChange<Input>,
  contentId: string,
  input: Input & { type?: string | undefined },
): Promise<RecordOutcome> {
  let title: string | null = null;
  const attempt = (): Promise<RecordOutcome> =>
    contents.transaction(async () => {
      const record = await contents.getForUpdate(contentId);
      if (!record || (input.type !== undefined && record.type !== input.type)) {
        const done = await change.findDone?.(contents, contentId);
        if (done) return { contentId, title: done.title, outcome: 'unchanged', code: null, detail: null };
        throw new NotFoundError(`There is no ${input.type ?? 'content'} ${contentId}.`);
      }
      title = record.title;
      requirePermission(contents.call, change.access, record);
      const work = await change.plan(record, input);
      if (!work) return { contentId, title, outcome: 'unchanged', code: null, detail: null };
      const expected = input.revs?.[contentId];
      if (expected !== undefined && expected !== record.rev) throw new PreconditionFailedError(expected, record.rev);
      await work();
      return { contentId, title, outcome: 'changed', code: null, detail: null };
    });
  for (let number = 1; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ColophonError)) throw error;
      // A conflict of two transactions changed nothing, and the next attempt reads the record again.
      if (error instanceof UnavailableError && number < ATTEMPTS) continue;
      return { contentId, title, outcome: 'refused', code: error.code, detail: error.message };
    }
  }
}

/** @throws ForbiddenError unless the caller may run the operation on this single record */
function requirePermission({ caller }: Call, access: AccessRule | undefined, record: ContentRecord): void {
  const isOwn = caller.kind === 'system' || record.tenantId === caller.tenantId;
  if (!isOwn || !permits(access ?? 'nobody', caller, record as never))
    throw new ForbiddenError('You are not allowed to change this record.');
}
