import { useEffect, useMemo, useRef, useState } from 'react';
import { send } from '../../../state/client-port.ts';
import { readDefinitions } from '../../../state/governance/read-governance.ts';
import type { JobBinding } from '../../../state/jobs/job-binding.ts';
import type { RowOutcome } from '../../../state/list/bulk.ts';
import type { BulkRun } from '../../../state/list/bulk-jobs.ts';
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

/** The statuses of the bulk action; deletion is an action of its own. */
const SETTABLE = ['draft', 'review', 'published', 'archived'] as const;
const NONE: readonly BulkAction[] = [];

/** The props of a list that decide on its bulk actions. */
export interface WorkflowProps {
  readonly workflows?: readonly BulkAction[];
  readonly jobs?: JobBinding;
  readonly onDelete?: DeleteOne;
  readonly onDeleteMany?: DeleteMany;
}

type DeleteOne = (row: ContentRow) => Promise<void> | void;
type DeleteMany = (rows: readonly ContentRow[], run: BulkRun) => Promise<readonly RowOutcome[]>;

/**
 * The bulk actions: those of the host, or, if the list reads from the API, setting a status, adding and removing a tag, deleting if the
 * host deletes, and, with jobs, reviews.
 *
 * @param isNeeded whether anything is selected; only then are the policies loaded
 */
export function useWorkflows(
  { workflows: given, jobs, ...props }: WorkflowProps,
  { isOwn, choices }: Pick<ListSource, 'isOwn' | 'choices'>,
  isNeeded: boolean,
): readonly BulkAction[] {
  const tags = choices.tag;
  const onDelete = useLatest(props.onDelete);
  const onDeleteMany = useLatest(props.onDeleteMany);
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
      kind: 'tag',
    } as const;
    const always = [
      status,
      createTagAction(client, 'add', { label: messages['list.bulk.tag.add'], typed }),
      createTagAction(client, 'remove', { label: messages['list.bulk.tag.remove'], typed }),
      ...(onDelete || onDeleteMany ? [deleteAction({ onDelete, onDeleteMany }, messages, format)] : []),
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
  }, [given, isOwn, client, jobs, policies, messages, format, tags, onDelete, onDeleteMany]);
}

interface Deleting {
  readonly onDelete: ((row: ContentRow) => Promise<void> | void | undefined) | undefined;
  readonly onDeleteMany: ((rows: readonly ContentRow[], run: BulkRun) => Promise<readonly RowOutcome[]> | undefined) | undefined;
}

function deleteAction({ onDelete, onDeleteMany }: Deleting, messages: BaseMessages, format: Format): BulkAction {
  const base = {
    id: 'delete',
    label: messages['list.delete'],
    tone: 'danger',
    isOffered: (rows: readonly ContentRow[]) => rows.some(({ can }) => can?.delete !== false),
    confirm: ({ length: count }: readonly ContentRow[]) => ({
      title: messages['list.bulk.delete.title']({ count }, format),
      text: messages['list.bulk.delete.text'],
      label: messages['list.delete'],
    }),
  } as const;
  return onDeleteMany
    ? { ...base, run: async (rows, _choice, how) => (await onDeleteMany(rows, how)) ?? [] }
    : { ...base, each: async (row) => onDelete?.(row) };
}

/** Returns a stable function that calls the host's current one, which is a new function at each render. */
function useLatest<Arguments extends readonly unknown[], Result>(
  given: ((...parameters: Arguments) => Result) | undefined,
): ((...parameters: Arguments) => Result | undefined) | undefined {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  const isGiven = given !== undefined;
  return useMemo(() => (isGiven ? (...parameters: Arguments) => latest.current?.(...parameters) : undefined), [isGiven]);
}
