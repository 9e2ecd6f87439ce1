import { useColophon } from '@colophon/ui';
import { type ReactElement, useState } from 'react';
import type { Page } from '../../api/api.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useTitles } from '../../api/use-titles.ts';
import { Card, CardRow, FIRST } from './Card.tsx';

/** The latest ones, which are shown on request. */
const MOST = 200;

/** A scheduled publication or removal that came due. */
interface ScheduleRun {
  readonly id: string;
  readonly contentId: string;
  readonly action: 'publish' | 'unpublish';
  readonly dueAt: string;
  readonly reason: string | null;
}

/** Pieces that could not be published or unpublished at their scheduled time. */
export function FailedSchedulesCard(): ReactElement {
  const { format } = useColophon();
  const [isWhole, setIsWhole] = useState(false);
  const { value, problem, refresh } = useAnswer<Page<ScheduleRun>>('/content-schedule-runs', {
    query: { outcome: 'refused', orderBy: '-dueAt', limit: isWhole ? MOST : FIRST, count: 'exact' },
  });
  const titles = useTitles(value?.items.map(({ contentId }) => contentId));
  return (
    <Card
      title="Failed scheduled publications"
      count={value?.count}
      all={isWhole || (value?.count ?? 0) <= FIRST ? null : () => setIsWhole(true)}
      empty="No failed publications."
      problem={problem}
      onRetry={refresh}
      rows={value?.items.map(({ contentId, action, dueAt, reason }) => (
        <CardRow
          href={`/pieces/${contentId}`}
          title={titles.get(contentId) ?? '…'}
          note={`${action === 'publish' ? 'publish' : 'unpublish'} ${format.dateTime(dueAt)}${reason === null ? '' : `: ${reason}`}`}
        />
      ))}
    />
  );
}
