import { useColophon } from '@colophon/ui';
import { LanguageLabel, WithdrawnLabel } from '@colophon/ui/controls';
import { type ContentRow, languageToMark } from '@colophon/ui/state';
import type { ReactElement, ReactNode } from 'react';
import type { Page } from '../../api/api.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Card, CardRow, FIRST } from './Card.tsx';

interface PiecesCardProps {
  readonly title: string;
  readonly query: Readonly<Record<string, string>>;
  readonly all: string;
  readonly empty: string;
  /** Rows shown before them. */
  readonly first?: readonly ReactNode[];
}

type Row = Pick<ContentRow, 'id' | 'title' | 'updated_at' | 'language' | 'latestCorrection' | 'translations'>;

/** Pieces that match a query, the latest change first. */
export function PiecesCard({ title, query, all, empty, first = [] }: PiecesCardProps): ReactElement {
  const { format, publicationLanguage } = useColophon();
  const { value, problem, refresh } = useAnswer<Page<Row>>('/contents', {
    query: { ...query, orderBy: '-updated_at', limit: FIRST, count: 'exact' },
  });
  return (
    <Card
      title={title}
      count={typeof value?.count === 'number' ? value.count + first.length : value?.count}
      all={all}
      empty={empty}
      problem={problem}
      onRetry={refresh}
      rows={
        value &&
        [
          ...first,
          ...value.items.map((row) => {
            const language = languageToMark(row, publicationLanguage);
            return (
              <CardRow
                href={`/pieces/${row.id}`}
                title={row.title}
                note={format.dateTime(row.updated_at)}
                mark={
                  <>
                    <WithdrawnLabel latestCorrection={row.latestCorrection} />
                    {language !== null && <LanguageLabel language={language} />}
                  </>
                }
              />
            );
          }),
        ].slice(0, FIRST)
      }
    />
  );
}
