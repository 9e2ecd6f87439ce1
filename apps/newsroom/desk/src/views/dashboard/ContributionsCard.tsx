import { useColophon } from '@colophon/ui';
import type { ContributionRecord } from '@colophon/ui/contributions';
import type { ReactElement } from 'react';
import type { Page } from '../../api/api.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Card, CardRow, FIRST } from './Card.tsx';

/** Contributions that wait for a decision. */
export function ContributionsCard(): ReactElement {
  const { format } = useColophon();
  const { value, problem, refresh } = useAnswer<Page<ContributionRecord>>('/content-contributions/inbox', {
    query: { limit: FIRST, count: 'exact' },
  });
  return (
    <Card
      title="Contributions"
      count={value?.count}
      all="/contributions"
      empty="The inbox is empty."
      problem={problem}
      onRetry={refresh}
      rows={value?.items.map(({ id, title, receivedAt, status }) => (
        <CardRow
          href={`/contributions/${id}`}
          title={title ?? ''}
          note={`${status === 'quarantined' ? 'held back · ' : ''}${format.dateTime(receivedAt)}`}
        />
      ))}
    />
  );
}
