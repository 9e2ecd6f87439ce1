import { formatFor } from '@colophon/ui/state';
import { Fragment, type ReactElement } from 'react';
import type { SearchResult } from '../data/search.ts';
import type { Picture } from '../data/pictures.ts';
import type { Site } from '../site.ts';

interface SearchResultsProps {
  readonly site: Site;
  readonly results: readonly SearchResult[];
}

/** What happened to a piece since, before its title: nobody should read a withdrawn one as it was. */
const CORRECTIONS = { retraction: 'Retracted', correction: 'Corrected', update: 'Updated', clarification: 'Clarified' } as const;

/** How wide pictures are shown, as the stylesheet has them. */
const SIZES = '(min-width: 60rem) 10rem, 28vw';

/** The results of a search, with the passages that have the words. */
export function SearchResults({ site, results }: SearchResultsProps): ReactElement | null {
  if (results.length === 0) return null;
  const format = formatFor(site.language, site.timeZone);
  return (
    <ol className="page-pieces page-results" role="list">
      {results.map(
        ({ id, title, titleMarks, address, passages, description, latestCorrection, authors, publish_date, language, thumbnail }) => (
          <li key={id} lang={language ?? undefined}>
            {thumbnail && <Thumbnail thumbnail={thumbnail} />}
            <h2 dir="auto">
              {latestCorrection && (
                <span className="colo-label" data-tone={latestCorrection === 'retraction' ? 'danger' : 'warning'} lang="en">
                  {CORRECTIONS[latestCorrection]}
                </span>
              )}{' '}
              <a href={address}>
                <Marked text={title} marks={titleMarks} />
              </a>
            </h2>
            {passages.length === 0 && description !== null && <p dir="auto">{description}</p>}
            {passages.map(({ text, marks, address: place }) => (
              <p key={place + text} dir="auto">
                <a className="page-passage" href={place}>
                  <Marked text={text} marks={marks} />
                </a>
              </p>
            ))}
            <p className="page-note" lang={site.language}>
              {authors.length > 0 && (
                <>
                  <bdi>{format.list(authors)}</bdi> ·{' '}
                </>
              )}
              {publish_date !== null && <time dateTime={publish_date}>{format.date(publish_date)}</time>}
            </p>
          </li>
        ),
      )}
    </ol>
  );
}

/** Beside the title, which is sufficient for screen readers. */
function Thumbnail({ thumbnail }: { readonly thumbnail: Picture }): ReactElement | null {
  const { src, srcSet, width, height } = thumbnail;
  if (!/^(?:https?:\/)?\//i.test(src)) return null;
  const set = srcSet === null ? {} : { sizes: SIZES, srcSet };
  return <img className="page-result-picture" {...set} src={src} alt="" width={width ?? 480} height={height ?? 320} loading="lazy" />;
}

/** A text with some ranges marked. */
function Marked({ text, marks }: { readonly text: string; readonly marks: readonly (readonly [number, number])[] }): ReactElement {
  const ends = [0, ...marks.map(([, to]) => to)];
  return (
    <>
      {marks.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(ends[index], from)}
          <mark>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
