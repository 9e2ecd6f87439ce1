import type { ReactElement, ReactNode } from 'react';
import { classNames, type RootProps } from '../class-names.ts';
import { ArticleCard } from './ArticleCard.tsx';
import type { ArticleSummary } from './article-summary.ts';
import { type ReadingWords, spokenWith } from './words.ts';

export interface ArticleListProps extends RootProps, ReadingWords {
  readonly articles: readonly ArticleSummary[];
  /** Where a piece is read; null is nowhere. */
  readonly hrefFor?: (article: ArticleSummary) => string | null;
  /** Shown when there is none; a sentence by default. */
  readonly empty?: ReactNode;
  /** One below the other, or beside each other where there is room. */
  readonly layout?: 'list' | 'grid';
  readonly headingLevel?: 2 | 3 | 4;
}

/** Pieces for readers, in the order given. */
export function ArticleList({
  articles,
  hrefFor,
  empty,
  layout = 'list',
  headingLevel = 2,
  className,
  id,
  ...words
}: ArticleListProps): ReactElement {
  if (articles.length === 0)
    return (
      <div className={classNames('colo-scope colo-article-list', className)} id={id} data-empty>
        {empty ?? <p className="colo-article-list-empty">{spokenWith(words).words['reading.none']}</p>}
      </div>
    );
  return (
    <ul className={classNames('colo-scope colo-article-list', className)} id={id} data-layout={layout} role="list">
      {articles.map((article) => (
        <li key={article.id} className="colo-article-list-item">
          <ArticleCard article={article} href={hrefFor?.(article) ?? null} headingLevel={headingLevel} {...words} />
        </li>
      ))}
    </ul>
  );
}
