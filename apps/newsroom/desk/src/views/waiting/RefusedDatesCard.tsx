import { useColophon } from '@colophon/ui';
import type { ReactElement } from 'react';
import type { Page } from '../../api/api.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useTitles } from '../../api/use-titles.ts';
import { Card, CardRow, FIRST } from './Card.tsx';

/** A date that came, and what was done at it. */
interface ScheduleRun {
  readonly id: string;
  readonly contentId: string;
  readonly action: 'publish' | 'unpublish';
  readonly dueAt: string;
  readonly reason: string | null;
}

/** Pieces that were to appear or to go at a date, and did not. */
export function RefusedDatesCard(): ReactElement {
  const { format } = useColophon();
  const { value, problem, refresh } = useAnswer<Page<ScheduleRun>>('/content-schedule-runs', {
    query: { outcome: 'refused', orderBy: '-dueAt', limit: FIRST, count: 'exact' },
  });
  const titles = useTitles(value?.items.map(({ contentId }) => contentId));
  return (
    <Card
      title="Dates that were refused"
      count={value?.count}
      all="/schedule"
      empty="No date was refused."
      problem={problem}
      onRetry={refresh}
      rows={value?.items.map(({ contentId, action, dueAt, reason }) => (
        <CardRow
          href={`/pieces/${contentId}`}
          title={titles.get(contentId) ?? '…'}
          note={`${action === 'publish' ? 'to publish' : 'to take down'} ${format.dateTime(dueAt)}${reason === null ? '' : `: ${reason}`}`}
        />
      ))}
    />
  );
}
