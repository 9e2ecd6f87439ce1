import { formatFor } from '@colophon/ui/state';
import type { ReactElement } from 'react';
import type { SearchData, SearchFacet } from '../data/search.ts';
import type { Site } from '../site.ts';
import { Frame } from './Frame.tsx';
import { Older } from './pieces.tsx';
import { SearchResults } from './SearchResults.tsx';

interface SearchPageProps {
  readonly site: Site;
  readonly data: SearchData;
}

/** The search results. */
export function SearchPage({ site, data }: SearchPageProps): ReactElement {
  const { asked, pieces, fault, next, corrected, suggestion, topics, facets } = data;
  return (
    <Frame site={site} head={{ title: asked === '' ? 'Search' : `Search: ${asked}`, path: '/search', isIndexed: false }} asked={asked}>
      <h1 className="page-title" dir="auto">
        {asked === '' ? 'Search' : `“${asked}”`}
      </h1>
      {corrected && (
        <p className="page-count">
          Showing results for <strong dir="auto">{corrected.used}</strong>.{' '}
          <a href={corrected.exact}>
            Search for <bdi>{asked}</bdi> instead
          </a>
        </p>
      )}
      <p className="page-count" role="status">
        {fault ?? said(data, site)}
      </p>
      {suggestion && (
        <p className="page-count">
          Did you mean{' '}
          <a href={suggestion.address}>
            <bdi>{suggestion.words}</bdi>
          </a>
          ?
        </p>
      )}
      {topics.length > 0 && (
        <ul className="page-tags" role="list" aria-label="Topics">
          {topics.map(({ name, address, count }) => (
            <li key={address}>
              <a href={address}>
                <bdi>{name}</bdi> ({count})
              </a>
            </li>
          ))}
        </ul>
      )}
      {facets.length > 0 && <Facets facets={facets} />}
      <SearchResults site={site} results={pieces} />
      <Older href={next}>More</Older>
    </Frame>
  );
}

function Facets({ facets }: { readonly facets: readonly SearchFacet[] }): ReactElement {
  const isFiltered = facets.some(({ values }) => values.some(({ isChosen }) => isChosen));
  return (
    <details className="page-facets" open={isFiltered}>
      <summary>Narrow the results</summary>
      {facets.map(({ name, values }) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <ul role="list">
            {values.map(({ label, count, address, isChosen }) => (
              <li key={address}>
                <a href={address} aria-current={isChosen ? 'true' : undefined}>
                  <bdi>{label}</bdi> ({count}){isChosen && ' ×'}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
}

function said({ asked, count, pieces, isAtLeast }: SearchData, site: Site): string {
  if (asked === '') return 'Enter words, a phrase in quotation marks, or the beginning of a word followed by an asterisk.';
  const found = count ?? pieces.length;
  if (found === 0) return 'No results. Try fewer words, or the beginning of a word followed by an asterisk.';
  if (found === 1) return '1 piece';
  return `${isAtLeast ? 'At least ' : ''}${formatFor(site.language, site.timeZone).number(found)} pieces`;
}
