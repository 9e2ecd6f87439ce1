import { isPlainObject } from '@colophon/base';
import { isFinishedJobStatus } from '@colophon/contract';
import type { ReactElement } from 'react';
import type { JobBinding } from '../../../state/jobs/job-binding.ts';
import type { JobView } from '../../../state/jobs/job-book.ts';
import { useColophon } from '../../provider/colophon-context.ts';

export interface JobProgressProps {
  readonly view: JobView;
  readonly jobs: JobBinding;
  /** The record that it is shown with: its own outcome is shown, of a job on many. */
  readonly rowId?: string;
  /** -1 within a grid, which is one tab stop. */
  readonly tabIndex?: number;
}

/** The progress or error of a job, with its actions and earlier attempts. */
export function JobProgress({ view: { job, attempts }, jobs, rowId, tabIndex = 0 }: JobProgressProps): ReactElement {
  const { messages, format, announce } = useColophon();
  const told = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => announce(error instanceof Error ? error.message : messages['problem.unknown'], 'assertive'));
  };
  const isOver = isFinishedJobStatus(job.status);
  const own = rowId === undefined ? undefined : ownReason(job.result, rowId);
  const share = job.total === null || job.total === 0 ? undefined : job.completed / job.total;
  return (
    <div className="colo-list-job" data-status={job.status}>
      {!isOver && <progress className="colo-list-progress" aria-label={messages['list.job']} max={1} value={share} />}
      <span>
        {job.status === 'failed'
          ? messages['list.job.failed']({ reason: own ?? job.error ?? '' })
          : isOver
            ? messages['list.job.cancelled']
            : job.total === null
              ? messages['list.job.waiting']
              : messages['list.progress']({ number: format.number(job.completed), total: format.number(job.total) })}
      </span>
      {job.message !== null && !isOver && <bdi className="colo-foreign">{job.message}</bdi>}
      {!isOver && (
        <button type="button" className="colo-list-small" tabIndex={tabIndex} onClick={() => told(jobs.cancel(job.jobId))}>
          {messages['common.cancel']}
        </button>
      )}
      {own === undefined && jobs.canRetry(job.jobId) && (
        <button type="button" className="colo-list-small" tabIndex={tabIndex} onClick={() => told(jobs.retry(job.jobId))}>
          {messages['common.retry']}
        </button>
      )}
      {attempts.length > 0 && (
        <details className="colo-list-attempts">
          <summary tabIndex={tabIndex}>{messages['list.attempts']({ count: attempts.length }, format)}</summary>
          <ol>
            {attempts.map((attempt) => (
              <li key={attempt.jobId}>
                {attempt.status === 'cancelled'
                  ? messages['list.job.cancelled']
                  : messages['list.job.failed']({ reason: attempt.error ?? '' })}
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

/** Why one record of a bulk job failed; undefined if the job has a single record. */
function ownReason(result: unknown, id: string): string | undefined {
  const records: unknown = isPlainObject(result) ? result['records'] : undefined;
  if (!Array.isArray(records)) return undefined;
  const own: unknown = records.find((each: unknown) => isPlainObject(each) && each['contentId'] === id);
  return isPlainObject(own) && typeof own['detail'] === 'string' ? own['detail'] : undefined;
}
