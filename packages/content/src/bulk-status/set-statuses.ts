import { type Call, ColophonError, ForbiddenError, NotFoundError, permits } from '@colophon/core';
import { type Job, type JobContext, JobFailedError, type JobKind, jobKind, type JobOutcome, submitJob } from '@colophon/core/jobs';
import { z } from 'zod';
import { contentAccess } from '../record/access.ts';
import type { ContentCollection, OpenContents } from '../record/capability.ts';
import { CONTENT_STATUSES } from '../record/content-fields.ts';
import { id } from '../record/inputs.ts';

const STATUS_JOB = 'contents.set-statuses';

const MAXIMUM_CHANGED = 500;

export const StatusesInput = z.strictObject({
  ids: z.array(id).min(1).max(MAXIMUM_CHANGED).describe('The records; 500 at most.'),
  status: z.enum(CONTENT_STATUSES).describe('The new status.'),
});
export type StatusesInput = z.infer<typeof StatusesInput>;

/** The result for one record. */
interface StatusOutcome {
  readonly contentId: string;
  readonly title: string | null;
  readonly outcome: 'changed' | 'unchanged' | 'refused';
  readonly code: string | null;
  readonly detail: string | null;
}

/** Submits a change of the status of many records as a job. */
export function submitStatuses(contents: ContentCollection, { ids, status }: StatusesInput, call: Call): Promise<Job> {
  const unique = [...new Set(ids)];
  return submitJob(contents.database, call, {
    kind: STATUS_JOB,
    input: { ids: unique, status },
    target: { collection: contents.definition.table, rowIds: unique },
    total: unique.length,
  });
}

/** The job that changes the status of many records. */
export function statusJobs(open: OpenContents): readonly JobKind[] {
  return [jobKind({ kind: STATUS_JOB, input: StatusesInput, run: (input, context) => setAll(open, input, context) })];
}

/**
 * Changes the records one by one, each as a separate save with its rules and its gate. A rejected record does not stop the others, and one
 * that already has the status is skipped, so that a job can be resumed or retried.
 */
async function setAll(
  open: OpenContents,
  { ids, status }: StatusesInput,
  { database, callNow, signal, progress }: JobContext,
): Promise<JobOutcome> {
  const records: StatusOutcome[] = [];
  for (const [index, contentId] of ids.entries()) {
    signal.throwIfAborted();
    progress(index, ids.length, `Record ${index + 1} of ${ids.length}.`);
    const call = await callNow().catch((error: unknown) => {
      throw error instanceof JobFailedError
        ? new JobFailedError(error.message, { code: error.code, result: reportOf(records, ids) })
        : error;
    });
    records.push(await setOne(open(database, call), contentId, status));
  }
  progress(ids.length, ids.length);
  return outcomeOf(records, ids);
}

async function setOne(contents: ContentCollection, contentId: string, status: StatusesInput['status']): Promise<StatusOutcome> {
  let title: string | null = null;
  try {
    return await contents.transaction(async () => {
      const record = await contents.getForUpdate(contentId);
      if (!record) throw new NotFoundError(`There is no content ${contentId}.`);
      title = record.title;
      const { caller } = contents.call;
      const isOwn = caller.kind === 'system' || record.tenantId === caller.tenantId;
      if (!isOwn || !permits(contentAccess.update ?? 'nobody', caller, record as never))
        throw new ForbiddenError('You are not allowed to change this record.');
      if (record.status === status) return { contentId, title, outcome: 'unchanged', code: null, detail: null };
      record.status = status;
      await record.save();
      return { contentId, title, outcome: 'changed', code: null, detail: null };
    });
  } catch (error) {
    if (!(error instanceof ColophonError)) throw error;
    return { contentId, title, outcome: 'refused', code: error.code, detail: error.message };
  }
}

function reportOf(records: readonly StatusOutcome[], ids: readonly string[]) {
  const count = (outcome: StatusOutcome['outcome']): number => records.filter((each) => each.outcome === outcome).length;
  return {
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    untried: ids.length - records.length,
    records: [...records],
  };
}

/** @throws JobFailedError if some were rejected, with the complete report: a retry processes the rest */
function outcomeOf(records: readonly StatusOutcome[], ids: readonly string[]): JobOutcome {
  const result = reportOf(records, ids);
  const { changed, unchanged, refused } = result;
  const message = `${changed} changed, ${unchanged} already had the status`;
  if (refused === 0) return { result, message: `${message}.` };
  throw new JobFailedError(`${message}, ${refused} were rejected.`, { code: 'incomplete', result });
}
