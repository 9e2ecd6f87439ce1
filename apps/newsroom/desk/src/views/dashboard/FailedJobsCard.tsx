import type { JobRecord } from '@colophon/contract';
import type { ReactElement } from 'react';
import type { Page } from '../../api/api.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Card, CardRow, FIRST } from './Card.tsx';

/** Background jobs that failed. */
export function FailedJobsCard(): ReactElement {
  const { value, problem, refresh } = useAnswer<Page<JobRecord>>('/jobs', {
    query: { status: 'failed', orderBy: '-created_at', limit: FIRST, count: 'exact' },
  });
  return (
    <Card
      title="Failed jobs"
      count={value?.count}
      all="/jobs?status=failed"
      empty="No failed jobs."
      problem={problem}
      onRetry={refresh}
      rows={value?.items.map(({ jobId, kind, error }) => (
        <CardRow key={jobId} href="/jobs?status=failed" title={kind} note={error ?? ''} />
      ))}
    />
  );
}
