import type { ReactElement } from 'react';
import { languageTag } from '../../state/text/language-tag.ts';
import { safeLinkAddress } from '../../state/text/safe-address.ts';
import { classNames, type RootProps } from '../class-names.ts';
import type { ArticleSummary } from './article-summary.ts';
import { ImageThumbnail } from './ImageThumbnail.tsx';
import { type ReadingWords, spokenWith } from './words.ts';

export interface ArticleCardProps extends RootProps, ReadingWords {
  readonly article: ArticleSummary;
  /** The address of the piece; without it, the title is not a link. */
  readonly href?: string | null;
  /** The heading level of the title; default 2. */
  readonly headingLevel?: 2 | 3 | 4;
}

/**
 * A piece for readers: correction, title, description, authors and date. The whole card is one link.
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
