import { isPlainObject } from '@colophon/base';
import { isFinishedJobStatus } from '@colophon/contract';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { JobBinding, JobsSnapshot } from '../../../state/jobs/job-binding.ts';
import type { JobView } from '../../../state/jobs/job-book.ts';
import { useColophon } from '../../provider/colophon-context.ts';
import type { ListSource } from './use-list-source.ts';

const NO_JOBS: JobsSnapshot = { jobs: [], pendingRowIds: new Set(), pendingQueryKeys: new Set() };
const never = (): (() => void) => () => undefined;

export interface ListJobs {
  /** The newest unfinished or failed job of a row. */
  readonly ofRow: ReadonlyMap<string, JobView>;
  /** Jobs on the whole result of the query. */
  readonly ofQuery: JobView | undefined;
}

/** The jobs on the rows of a list. A finished job is announced once, and its rows are reloaded. */
export function useListJobs(jobs: JobBinding | undefined, source: ListSource, queryKey: string | undefined): ListJobs {
  const { messages, announce } = useColophon();
  const read = jobs?.snapshot ?? (() => NO_JOBS);
  const { jobs: views } = useSyncExternalStore(jobs?.subscribe ?? never, read, read);
  const open = useRef(new Set<string>());
  const own = views.filter(({ job }) => touches(job.target, source, queryKey));
  useEffect(() => {
    for (const { job } of own) {
      if (!isFinishedJobStatus(job.status)) open.current.add(job.jobId);
      else if (open.current.delete(job.jobId)) {
        const text =
          job.status === 'failed'
            ? messages['list.job.failed']({ reason: job.error ?? '' })
            : messages[`list.job.${job.status as 'succeeded' | 'cancelled'}`];
        announce(text, job.status === 'failed' ? 'assertive' : 'polite');
        if (job.status === 'succeeded' && source.isOwn) source.refresh();
      }
    }
  });
  const waiting = own.filter(({ job }) => job.status !== 'succeeded');
  return {
    ofRow: new Map(waiting.flatMap((view) => rowsOf(view).map((id) => [id, view] as const))),
    ofQuery: waiting.findLast(({ job }) => job.target !== null && 'queryKey' in job.target),
  };
}

/** The rows of a job; of a failed one that reports on each row, only those that failed. */
function rowsOf({ job: { target, result, status } }: JobView): readonly string[] {
  if (target === null || !('rowIds' in target)) return [];
  const records: unknown = isPlainObject(result) ? result['records'] : undefined;
  if (status !== 'failed' || !Array.isArray(records)) return target.rowIds;
  return records.flatMap((each: unknown) => (isPlainObject(each) && each['outcome'] === 'refused' ? [String(each['contentId'])] : []));
}

function touches(target: JobView['job']['target'], { rows }: ListSource, queryKey: string | undefined): boolean {
  if (target === null || target.collection !== 'contents') return false;
  if ('queryKey' in target) return target.queryKey === queryKey;
  const ids = new Set(target.rowIds);
  return rows.some((row) => row !== undefined && ids.has(row.id));
}
