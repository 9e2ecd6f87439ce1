import type { JobRecord } from '@colophon/contract';
import { useColophon } from '@colophon/ui';
import { type ReactElement, useEffect, useSyncExternalStore } from 'react';
import { useJobs } from '../../api/jobs.tsx';
import { useList } from '../../api/use-answer.ts';
import { ListBody } from '../../parts/ListBody.tsx';
import { RowAction } from '../../parts/RowAction.tsx';
import { StatusChoice, useStatus } from '../../parts/StatusChoice.tsx';
import { View } from '../../shell/View.tsx';

const WHICH = [
  { value: '', label: 'All' },
  { value: 'queued,running', label: 'In progress' },
  { value: 'failed', label: 'Failed' },
  { value: 'succeeded', label: 'Done' },
  { value: 'cancelled', label: 'Cancelled' },
] as const;
const TONES = { queued: 'neutral', running: 'warning', succeeded: 'success', failed: 'danger', cancelled: 'neutral' } as const;

/** Background jobs: in progress, failed and finished, with cancel and retry. */
export function Jobs(): ReactElement {
  const jobs = useJobs();
  const live = useSyncExternalStore(jobs.subscribe, jobs.snapshot);
  const status = useStatus();
  const list = useList<JobRecord & { readonly created_at: string }>('/jobs', {
    query: { ...(status !== '' && { 'status[in]': status }), orderBy: '-created_at' },
  });
  const told = live.jobs.map(({ job }) => `${job.jobId} ${job.status}`).join();
  const { refresh } = list;
  useEffect(() => {
    if (told !== '') refresh();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- asked anew when a job begins or ends, not whenever the list is drawn
  }, [told]);
  return (
    <View title="Jobs" lead="Background jobs such as bulk reviews, imports and thumbnails. They continue when you leave the page.">
      <StatusChoice options={WHICH} />
      <ListBody list={list} empty="No matching jobs.">
        {(items) => (
          <ul className="desk-rows">
            {items.map((item) => (
              <JobRow
                key={item.jobId}
                job={live.jobs.find(({ job }) => job.jobId === item.jobId)?.job ?? item}
                at={item.created_at}
                onDone={refresh}
              />
            ))}
          </ul>
        )}
      </ListBody>
    </View>
  );
}

interface JobRowProps {
  readonly job: JobRecord;
  readonly at: string;
  readonly onDone: () => void;
}

function JobRow({ job, at, onDone }: JobRowProps): ReactElement {
  const { format } = useColophon();
  const jobs = useJobs();
  const { jobId, kind, status, completed, total, message, error } = job;
  const isActive = status === 'queued' || status === 'running';
  return (
    <li>
      <div className="desk-row-main">
        <strong>{kind}</strong>{' '}
        <span className="colo-label" data-tone={TONES[status]}>
          {status}
        </span>{' '}
        <span className="colo-quiet">
          {format.dateTime(at)}
          {total !== null && total !== undefined && ` · ${completed} of ${total}`}
        </span>
        {message && <p>{message}</p>}
        {error && <p className="colo-field-error">{error}</p>}
        {isActive && typeof total === 'number' && <progress value={completed} max={Math.max(1, total)} aria-label={kind} />}
      </div>
      {isActive && <RowAction label="Stop" of={kind} work={() => jobs.cancel(jobId)} done="Job stopped." onDone={onDone} />}
      {(status === 'failed' || status === 'cancelled') && (
        <RowAction
          label="Try again"
          of={kind}
          work={() => {
            // A job that this page does not know yet is added before it is retried.
            jobs.tell(job);
            return jobs.retry(jobId);
          }}
          done="Job restarted."
          onDone={onDone}
        />
      )}
    </li>
  );
}
