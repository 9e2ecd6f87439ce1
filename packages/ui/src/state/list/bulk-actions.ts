import { newIntent, ProblemError } from '@colophon/client';
import { isPlainObject, type JobRecord } from '@colophon/contract';
import { type ColophonClient, send } from '../client-port.ts';
import type { JobBinding } from '../jobs/job-binding.ts';
import { waitForJob } from '../governance/wait-for-job.ts';
import { type BulkProgress, doToEach, type RowOutcome } from './bulk.ts';
import type { ContentRow } from './list-query.ts';

interface BulkActionBase {
  readonly id: string;
  readonly label: string;
  /** What it can be done with; it is asked before. */
  readonly choices?: readonly { readonly id: string; readonly label: string }[];
  /** What can be typed, where it is typed rather than chosen: what is missing is said by `label`. */
  readonly typed?: {
    readonly label: string;
    readonly missing: string;
    readonly suggestions: readonly { readonly id: string; readonly label: string }[];
  };
  /** What is asked before it is done; null asks nothing. */
  readonly confirm?: (rows: readonly ContentRow[], choice: string | null) => BulkQuestion | null;
  readonly tone?: 'danger';
}

/** What a person confirms before something is done to many pieces. */
export interface BulkQuestion {
  readonly title: string;
  readonly text: string;
  /** Of the button that does it. */
  readonly label: string;
}

/** What something that is done to a selection is told, and tells. */
export interface BulkRun {
  /** Fires when a person stops it. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: BulkProgress) => void;
}

/** Something that can be done to what is selected: to each row by itself, to all while it is waited for, or to all by one job. */
export type BulkAction = BulkActionBase &
  (
    | { readonly each: (row: ContentRow, choice: string | null) => Promise<unknown> }
    | { readonly run: (rows: readonly ContentRow[], choice: string | null, how: BulkRun) => Promise<readonly RowOutcome[]> }
    | { readonly submit: (rows: readonly ContentRow[], choice: string | null) => Promise<unknown> }
  );

type Choices = NonNullable<BulkActionBase['choices']>;

/** The server takes this many at once. */
const MOST_AT_ONCE = 500;

/**
 * Sets a status by a job of the server, which can be stopped and reports on each row. A server that knows no such job is asked for each
 * row by itself, under the revision that was shown.
 */
export function createStatusAction(
  client: ColophonClient,
  label: string,
  choices: Choices,
  confirm?: BulkActionBase['confirm'],
): BulkAction {
  return {
    id: 'status',
    ...(confirm && { confirm }),
    label,
    choices,
    async run(rows, status, { signal, onProgress }) {
      const outcomes: RowOutcome[] = [];
      for (let from = 0; from < rows.length && !signal.aborted; from += MOST_AT_ONCE) {
        const some = rows.slice(from, from + MOST_AT_ONCE);
        const tell = (done: number): void => onProgress({ outcomes: [...outcomes], done: from + done, total: rows.length });
        // oxlint-disable-next-line no-await-in-loop -- one job after the other
        const told = await setStatuses(client, some, status, { signal, tell });
        if (told === null) return doToEach(rows, (row) => setStatus(client, row, status), signal, onProgress);
        outcomes.push(...told);
        tell(0);
      }
      onProgress({ outcomes, done: outcomes.length, total: rows.length });
      return outcomes;
    },
  };
}

function setStatus(client: ColophonClient, { id, rev }: ContentRow, status: string | null): Promise<unknown> {
  return send(client, 'patch', '/contents/{id}', { params: { path: { id } }, body: { status }, ifMatch: rev, intent: newIntent() });
}

/** What became of each row; null where the server has no such job. */
async function setStatuses(
  client: ColophonClient,
  rows: readonly ContentRow[],
  status: string | null,
  { signal, tell }: { readonly signal: AbortSignal; readonly tell: (done: number) => void },
): Promise<readonly RowOutcome[] | null> {
  const body = { ids: rows.map(({ id }) => id), status };
  let job: JobRecord;
  try {
    job = (await send<JobRecord>(client, 'post', '/contents/status', { body, intent: newIntent() })).value;
  } catch (error) {
    if (ProblemError.isInstance(error) && (error.status === 404 || error.status === 405)) return null;
    throw error;
  }
  const { jobId } = job;
  const stop = (): void => void send(client, 'post', '/jobs/{id}/cancel', { params: { path: { id: jobId } } }).catch(() => undefined);
  signal.addEventListener('abort', stop);
  try {
    const ended = await waitForJob(client, jobId, { onLook: ({ completed }) => tell(completed) });
    return reportOf(ended, rows);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** @throws Error what a job says that reports on nothing */
function reportOf({ result, status, error }: JobRecord, rows: readonly ContentRow[]): readonly RowOutcome[] {
  const records: readonly unknown[] = isPlainObject(result) && Array.isArray(result['records']) ? result['records'] : [];
  if (records.length === 0 && status === 'failed') throw new Error(error ?? '');
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  return records.filter(isPlainObject).map(({ contentId, title, outcome, detail }) => ({
    id: String(contentId),
    title: typeof title === 'string' ? title : (titles.get(String(contentId)) ?? ''),
    fault: outcome === 'refused' ? (typeof detail === 'string' ? detail : '') : null,
  }));
}

/** Has the selected pieces reviewed under a policy, as a job. */
export function createReviewAction(client: ColophonClient, jobs: JobBinding, label: string, choices: Choices): BulkAction {
  return {
    id: 'review',
    label,
    choices,
    submit(rows, policyKey) {
      const ids = rows.map(({ id }) => id);
      const submission = {
        submissionKey: `review ${policyKey} ${ids.toSorted().join(' ')}`,
        kind: 'contents.review',
        target: { collection: 'contents', rowIds: ids },
      };
      return jobs.submit(submission, async (intent) => {
        const { value } = await send<JobRecord>(client, 'post', '/contents/reviews', { body: { policyKey, ids }, intent });
        return value;
      });
    },
  };
}

/** Adds a tag to the selected pieces, or takes it from them, each under the revision that was shown; one that has it so is left alone. */
export function createTagAction(
  client: ColophonClient,
  what: 'add' | 'remove',
  words: { readonly label: string } & Pick<BulkActionBase, 'typed'>,
): BulkAction {
  return {
    id: `tag ${what}`,
    ...words,
    async each({ id, rev, tags = [] }, choice) {
      const tag = choice?.trim() ?? '';
      if (tag === '' || tags.includes(tag) === (what === 'add')) return;
      const body = { tags: what === 'add' ? [...tags, tag] : tags.filter((each) => each !== tag) };
      await send(client, 'patch', '/contents/{id}', { params: { path: { id } }, body, ifMatch: rev, intent: newIntent() });
    },
  };
}
