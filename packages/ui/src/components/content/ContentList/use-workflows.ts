import { useEffect, useMemo, useRef, useState } from 'react';
import { send } from '../../../state/client-port.ts';
import { readDefinitions } from '../../../state/governance/read-governance.ts';
import type { JobBinding } from '../../../state/jobs/job-binding.ts';
import { type BulkAction, createReviewAction, createStatusAction, createTagAction } from '../../../state/list/bulk-actions.ts';
import type { BaseMessages } from '../../../messages/base.ts';
import type { ContentRow } from '../../../state/list/list-query.ts';
import type { Format } from '../../../state/text/format.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import type { ListSource } from './use-list-source.ts';

interface Policy {
  readonly key: string;
  readonly label?: string | null;
}

/** Statuses that many pieces can be given at once; deleting asks for each. */
const SETTABLE = ['draft', 'review', 'published', 'archived'] as const;
const NONE: readonly BulkAction[] = [];

interface WorkflowOptions {
  /** Whether anything is selected; the policies are asked for only then. */
  readonly isNeeded: boolean;
  readonly onDelete: ((row: ContentRow) => Promise<void> | void) | undefined;
}

/**
 * What can be done to a selection: what the host says; else, where the list is read from the API, setting a status, adding and removing a
 * tag, and, with jobs, a review; where the host deletes, deleting too.
 */
export function useWorkflows(
  given: readonly BulkAction[] | undefined,
  jobs: JobBinding | undefined,
  { isOwn, choices }: Pick<ListSource, 'isOwn' | 'choices'>,
  options: WorkflowOptions,
): readonly BulkAction[] {
  const { isNeeded } = options;
  const tags = choices.tag;
  const onDelete = useLatest(options.onDelete);
  const { client, messages, format, announce } = useColophon();
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
    const status = createStatusAction(client, messages['list.bulk.status'], statuses, ({ length: count }, choice) =>
      choice !== 'published'
        ? null
        : {
            title: messages['list.bulk.publish.title']({ count }, format),
            text: messages['list.bulk.publish.text'],
            label: messages['list.bulk.publish'],
          },
    );
    const typed = {
      label: messages['list.tag'],
      missing: messages['list.bulk.tag.missing'],
      suggestions: (tags ?? []).map(({ value, label }) => ({ id: value, label })),
    };
    const always = [
      status,
      createTagAction(client, 'add', { label: messages['list.bulk.tag.add'], typed }),
      createTagAction(client, 'remove', { label: messages['list.bulk.tag.remove'], typed }),
      ...(onDelete ? [deleteAction(onDelete, messages, format)] : []),
    ];
    if (jobs === undefined || policies.length === 0) return always;
    return [
      createReviewAction(
        client,
        jobs,
        messages['list.bulk.review'],
        policies.map(({ key, label }) => ({ id: key, label: label ?? key })),
      ),
      ...always,
    ];
  }, [given, isOwn, client, jobs, policies, messages, format, tags, onDelete]);
}

function deleteAction(onDelete: (row: ContentRow) => Promise<void> | void | undefined, messages: BaseMessages, format: Format): BulkAction {
  return {
    id: 'delete',
    label: messages['list.delete'],
    tone: 'danger',
    confirm: ({ length: count }) => ({
      title: messages['list.bulk.delete.title']({ count }, format),
      text: messages['list.bulk.delete.text'],
      label: messages['list.delete'],
    }),
    each: async (row) => onDelete(row),
  };
}

/** The same function for as long as there is one: those of a host are new each time they are drawn. */
function useLatest<Argument, Result>(
  given: ((argument: Argument) => Result) | undefined,
): ((argument: Argument) => Result | undefined) | undefined {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  const isGiven = given !== undefined;
  return useMemo(() => (isGiven ? (argument: Argument) => latest.current?.(argument) : undefined), [isGiven]);
}
