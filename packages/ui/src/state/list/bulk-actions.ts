import { newIntent } from '@colophon/client';
import type { JobRecord } from '@colophon/contract';
import { type ColophonClient, send } from '../client-port.ts';
import type { JobBinding } from '../jobs/job-binding.ts';
import type { RowOutcome } from './bulk.ts';
import { type BulkRun, changeByJobs } from './bulk-jobs.ts';
import type { ContentRow } from './list-query.ts';

interface BulkActionBase {
  readonly id: string;
  readonly label: string;
  /** The values to choose from before it runs. */
  readonly choices?: readonly { readonly id: string; readonly label: string }[];
  /** A text to type instead of a choice; `missing` is shown if it is empty. */
  readonly typed?: {
    readonly label: string;
    readonly missing: string;
    readonly suggestions: readonly { readonly id: string; readonly label: string }[];
    /** What is looked up on the server while typing, besides the suggestions. */
    readonly kind?: 'tag';
  };
  /** Returns the confirmation to ask for, or null for none. */
  readonly confirm?: (rows: readonly ContentRow[], choice: string | null) => BulkQuestion | null;
  /** Whether it is offered for these rows; by default always. */
  readonly isOffered?: (rows: readonly ContentRow[]) => boolean;
  readonly tone?: 'danger';
}

/** The confirmation of a bulk action. */
export interface BulkQuestion {
  readonly title: string;
  readonly text: string;
  /** The label of the confirming button. */
  readonly label: string;
}

/** A bulk action on the selection: on each row separately, on all rows with a report, or on all rows by a background job. */
export type BulkAction = BulkActionBase &
  (
    | { readonly each: (row: ContentRow, choice: string | null) => Promise<unknown> }
    | { readonly run: (rows: readonly ContentRow[], choice: string | null, how: BulkRun) => Promise<readonly RowOutcome[]> }
    | { readonly submit: (rows: readonly ContentRow[], choice: string | null) => Promise<unknown> }
  );

type Choices = NonNullable<BulkActionBase['choices']>;

/** Sets a status by a job of the server, which reports on each piece. A piece that has changed since it was listed is left as it is. */
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
    run: (rows, status, how) =>
      changeByJobs(
        client,
        rows,
        { path: '/contents/status', input: { status }, checksRevisions: true, each: (row) => change(client, row, { status }) },
        how,
      ),
  };
}

function change(client: ColophonClient, { id, rev }: ContentRow, body: object): Promise<unknown> {
  return send(client, 'patch', '/contents/{id}', { params: { path: { id } }, body, ifMatch: rev, intent: newIntent() });
}

/** Deletes pieces by a job of the server, for `onDeleteMany` of a list. A piece that has changed since it was listed is left as it is. */
export function deleteContents(client: ColophonClient, rows: readonly ContentRow[], how: BulkRun): Promise<readonly RowOutcome[]> {
  const each = ({ id, rev }: ContentRow): Promise<unknown> =>
    send(client, 'delete', '/contents/{id}', { params: { path: { id } }, ifMatch: rev, intent: newIntent() });
  return changeByJobs(client, rows, { path: '/contents/delete', input: {}, checksRevisions: true, each }, how);
}

/** Reviews the selected pieces under a policy, as a job. */
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

/** Adds a tag to the selected pieces or removes it from them by a job of the server, which leaves their other tags as they are. */
export function createTagAction(
  client: ColophonClient,
  what: 'add' | 'remove',
  words: { readonly label: string } & Pick<BulkActionBase, 'typed'>,
): BulkAction {
  return {
    id: `tag ${what}`,
    ...words,
    async run(rows, choice, how) {
      const tag = choice?.trim() ?? '';
      if (tag === '') return [];
      const each = async (row: ContentRow): Promise<void> => {
        const { tags = [] } = row;
        if (tags.includes(tag) === (what === 'add')) return;
        await change(client, row, { tags: what === 'add' ? [...tags, tag] : tags.filter((other) => other !== tag) });
      };
      return changeByJobs(client, rows, { path: '/contents/tags', input: { [what]: [tag] }, checksRevisions: false, each }, how);
    },
  };
}
