import type { ReactElement } from 'react';
import { languageTag } from '../../state/text/language-tag.ts';
import { safeLinkAddress } from '../../state/text/safe-address.ts';
import { classNames, type RootProps } from '../class-names.ts';
import type { ArticleSummary } from './article-summary.ts';
import { ImageThumbnail } from './ImageThumbnail.tsx';
import { type ReadingWords, spokenWith } from './words.ts';

export interface ArticleCardProps extends RootProps, ReadingWords {
  readonly article: ArticleSummary;
  /** Where the piece is read; without one the title is no link. */
  readonly href?: string | null;
  /** Where the title stands among the headings of the page; 2 by default. */
  readonly headingLevel?: 2 | 3 | 4;
}

/**
 * One piece for readers: what became of it, its title, what it is about, who wrote it and when. One link, whose area is the whole card.
 *
 * @example
 * <ArticleCard article={piece} href={`/articles/${piece.slug}`} />
 */
export function ArticleCard({ article, href, headingLevel = 2, className, id, ...words }: ArticleCardProps): ReactElement {
  const { words: say, format, date } = spokenWith(words);
  const Heading = `h${headingLevel}` as const;
  const address = safeLinkAddress(href);
  const { thumbnail, latestCorrection, publish_date: published } = article;
  const authors = article.authors ?? [];
  return (
    <article
      className={classNames('colo-scope colo-article-card', className)}
      id={id}
      lang={languageTag(article.language)}
      data-linked={address !== null || undefined}
    >
      <div className="colo-article-card-text">
        {latestCorrection && (
          <p className="colo-label" data-tone={latestCorrection === 'retraction' ? 'danger' : 'warning'}>
            {say[`reading.${latestCorrection}`]}
          </p>
        )}
        <Heading className="colo-article-card-title" dir="auto">
          {address === null ? (
            article.title
          ) : (
            <a className="colo-article-card-link" href={address}>
              {article.title}
            </a>
          )}
        </Heading>
        {article.description && (
          <p className="colo-article-card-description" dir="auto">
            {article.description}
          </p>
        )}
        {(authors.length > 0 || published) && (
          <p className="colo-article-card-about">
            {authors.length > 0 && <bdi className="colo-foreign">{say['reading.byline']({ authors: format.list(authors) })}</bdi>}
            {published && <time dateTime={published}>{words.formatDate ? date(published) : format.date(published)}</time>}
          </p>
        )}
      </div>
      {thumbnail && <ImageThumbnail {...thumbnail} name={article.title} className="colo-article-card-picture" />}
    </article>
  );
}
