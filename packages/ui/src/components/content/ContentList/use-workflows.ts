import { useEffect, useMemo, useState } from 'react';
import { send } from '../../../state/client-port.ts';
import { readDefinitions } from '../../../state/governance/read-governance.ts';
import type { JobBinding } from '../../../state/jobs/job-binding.ts';
import { type BulkAction, createReviewAction, createStatusAction } from '../../../state/list/bulk-actions.ts';
import { useColophon } from '../../provider/colophon-context.ts';

interface Policy {
  readonly key: string;
  readonly label?: string | null;
}

/** Statuses that many pieces can be given at once; deleting asks for each. */
const SETTABLE = ['draft', 'review', 'published', 'archived'] as const;
const NONE: readonly BulkAction[] = [];

/**
 * What can be done to a selection: what the host says; else, where the list is read from the API, setting a status and, with jobs, a
 * review.
 *
 * @param isNeeded whether anything is selected; the policies are asked for only then
 */
export function useWorkflows(
  given: readonly BulkAction[] | undefined,
  jobs: JobBinding | undefined,
  isOwn: boolean,
  isNeeded: boolean,
): readonly BulkAction[] {
  const { client, messages, announce } = useColophon();
  const [policies, setPolicies] = useState<readonly Policy[]>([]);
  const isAsked = given === undefined && isOwn && client !== null && jobs !== undefined && isNeeded;
  useEffect(() => {
    if (!isAsked || client === null) return undefined;
    const own = new AbortController();
    send(client, 'get', '/contents/governance', { signal: own.signal })
      .then(({ value }) => readDefinitions(value).effective.policies)
      .then(
        (found) => {
          if (!own.signal.aborted) setPolicies(found);
        },
        (error: unknown) => {
          if (!own.signal.aborted) announce(error instanceof Error ? error.message : messages['problem.unknown']);
        },
      );
    return () => own.abort();
  }, [isAsked, client, announce, messages]);
  return useMemo(() => {
    if (given !== undefined) return given;
    if (!isOwn || client === null) return NONE;
    const statuses = SETTABLE.map((id) => ({ id, label: messages[`status.${id}`] }));
    const status = createStatusAction(client, messages['list.bulk.status'], statuses);
    if (jobs === undefined || policies.length === 0) return [status];
    return [
      createReviewAction(
        client,
        jobs,
        messages['list.bulk.review'],
        policies.map(({ key, label }) => ({ id: key, label: label ?? key })),
      ),
      status,
    ];
  }, [given, isOwn, client, jobs, policies, messages]);
}
