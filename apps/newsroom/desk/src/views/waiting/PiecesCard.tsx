import { useColophon } from '@colophon/ui';
import type { ReactElement } from 'react';
import type { Page } from '../../api/api.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Card, CardRow, FIRST } from './Card.tsx';

interface PiecesCardProps {
  readonly title: string;
  readonly query: Readonly<Record<string, string>>;
  readonly all: string;
  readonly empty: string;
}

interface Row {
  readonly id: string;
  readonly title: string;
  readonly updated_at: string;
}

/** Pieces of one kind, what changed last first. */
export function PiecesCard({ title, query, all, empty }: PiecesCardProps): ReactElement {
  const { format } = useColophon();
  const { value, problem, refresh } = useAnswer<Page<Row>>('/contents', {
    query: { ...query, orderBy: '-updated_at', fields: 'id,title,updated_at', limit: FIRST, count: 'exact' },
  });
  return (
    <Card
      title={title}
      count={value?.count}
      all={all}
      empty={empty}
      problem={problem}
      onRetry={refresh}
      rows={value?.items.map((row) => (
        <CardRow href={`/pieces/${row.id}`} title={row.title} note={format.dateTime(row.updated_at)} />
      ))}
    />
  );
}
