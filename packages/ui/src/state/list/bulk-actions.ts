import { newIntent } from '@colophon/client';
import type { JobRecord } from '@colophon/contract';
import { type ColophonClient, send } from '../client-port.ts';
import type { JobBinding } from '../jobs/job-binding.ts';
import type { ContentRow } from './list-query.ts';

interface BulkActionBase {
  readonly id: string;
  readonly label: string;
  /** What it can be done with; it is asked before. */
  readonly choices?: readonly { readonly id: string; readonly label: string }[];
}

/** Something that can be done to what is selected: to each row by itself, or to all by one job. */
export type BulkAction = BulkActionBase &
  (
    | { readonly each: (row: ContentRow, choice: string | null) => Promise<unknown> }
    | { readonly submit: (rows: readonly ContentRow[], choice: string | null) => Promise<unknown> }
  );

type Choices = NonNullable<BulkActionBase['choices']>;

/** Sets a status, each row under the revision that was shown. */
export function createStatusAction(client: ColophonClient, label: string, choices: Choices): BulkAction {
  return {
    id: 'status',
    label,
    choices,
    each: ({ id, rev }, status) =>
      send(client, 'patch', '/contents/{id}', { params: { path: { id } }, body: { status }, ifMatch: rev, intent: newIntent() }),
  };
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
