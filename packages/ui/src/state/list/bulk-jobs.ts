import { newIntent, ProblemError } from '@colophon/client';
import { isPlainObject } from '@colophon/base';
import { type JobRecord } from '@colophon/contract';
import { type ColophonClient, send } from '../client-port.ts';
import { waitForJob } from '../governance/wait-for-job.ts';
import { type BulkProgress, doToEach, type RowOutcome } from './bulk.ts';
import type { ContentRow } from './list-query.ts';

/** How a bulk action is stopped, and whom it reports its progress to. */
export interface BulkRun {
  /** Aborts when a person cancels. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BulkProgress) => void;
}

/** A change of many pieces that the server makes by a job. */
interface BulkChange {
  readonly path: `/contents/${string}`;
  /** The input besides the ids. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether pieces that have changed since they were listed are left as they are. */
  readonly checksRevisions: boolean;
  /** The same for a single piece, for servers without the job. */
  readonly each: (row: ContentRow) => Promise<unknown>;
}

/** The server takes this many records at once. */
const MAXIMUM_RECORDS = 500;

/** Changes pieces by jobs of the server, which can be cancelled and report on each piece; without such a job, one by one. */
export async function changeByJobs(
  client: ColophonClient,
  rows: readonly ContentRow[],
  change: BulkChange,
  { signal, onProgress }: BulkRun,
): Promise<readonly RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (let from = 0; from < rows.length && !signal.aborted; from += MAXIMUM_RECORDS) {
    const some = rows.slice(from, from + MAXIMUM_RECORDS);
    const report = (done: number): void => onProgress({ outcomes: [...outcomes], done: from + done, total: rows.length });
    // oxlint-disable-next-line no-await-in-loop -- one job after the other
    const added = await runJob(client, some, change, { signal, report });
    if (added === null) return doToEach(rows, change.each, signal, onProgress);
    outcomes.push(...added);
    report(0);
  }
  onProgress({ outcomes, done: outcomes.length, total: rows.length });
  return outcomes;
}

/** Returns the outcome for each row, or null if the server has no such job. */
async function runJob(
  client: ColophonClient,
  rows: readonly ContentRow[],
  { path, input, checksRevisions }: BulkChange,
  { signal, report }: { readonly signal: AbortSignal; readonly report: (done: number) => void },
): Promise<readonly RowOutcome[] | null> {
  const revs = checksRevisions ? { revs: Object.fromEntries(rows.map(({ id, rev }) => [id, rev])) } : {};
  const body = { ids: rows.map(({ id }) => id), ...revs, ...input };
  let job: JobRecord;
  try {
    job = (await send<JobRecord>(client, 'post', path, { body, intent: newIntent() })).value;
  } catch (error) {
    if (ProblemError.isInstance(error) && (error.status === 404 || error.status === 405)) return null;
    throw error;
  }
  const { jobId } = job;
  const stop = (): void => void send(client, 'post', '/jobs/{id}/cancel', { params: { path: { id: jobId } } }).catch(() => undefined);
  signal.addEventListener('abort', stop);
  try {
    return outcomesOf(await waitForJob(client, jobId, { onLook: ({ completed }) => report(completed) }), rows);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** @throws Error with the job's message, if it failed without a report */
function outcomesOf({ result, status, error }: JobRecord, rows: readonly ContentRow[]): readonly RowOutcome[] {
  const records: readonly unknown[] = isPlainObject(result) && Array.isArray(result['records']) ? result['records'] : [];
  if (records.length === 0 && status === 'failed') throw new Error(error ?? '');
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return records.filter(isPlainObject).map(({ contentId, title, outcome, code, detail }) => ({
    id: String(contentId),
    title: typeof title === 'string' ? title : (titles.get(String(contentId)) ?? ''),
    fault: outcome === 'refused' ? (typeof detail === 'string' ? detail : '') : null,
    ...(typeof code === 'string' && { code }),
  }));
}
