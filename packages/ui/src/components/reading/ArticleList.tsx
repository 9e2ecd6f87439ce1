import type { ReactElement, ReactNode } from 'react';
import { classNames, type RootProps } from '../class-names.ts';
import { ArticleCard } from './ArticleCard.tsx';
import type { ArticleSummary } from './article-summary.ts';
import { type ReadingWords, spokenWith } from './words.ts';

export interface ArticleListProps extends RootProps, ReadingWords {
  readonly articles: readonly ArticleSummary[];
  /** Returns the address of a piece; null for no link. */
  readonly hrefFor?: (article: ArticleSummary) => string | null;
  /** Shown if the list is empty; default: a sentence. */
  readonly empty?: ReactNode;
  /** Below each other, or side by side if there is room. */
  readonly layout?: 'list' | 'grid';
  readonly headingLevel?: 2 | 3 | 4;
}

/** Pieces for readers, in the given order. */
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
