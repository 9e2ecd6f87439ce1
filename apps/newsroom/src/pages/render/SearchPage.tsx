import { formatFor } from '@colophon/ui/state';
import type { ReactElement } from 'react';
import type { SearchData } from '../data/search.ts';
import type { Site } from '../site.ts';
import { Frame } from './Frame.tsx';
import { Older, Pieces } from './pieces.tsx';

/** The search results. */
export function SearchPage({ site, data }: { readonly site: Site; readonly data: SearchData }): ReactElement {
  const { asked, pieces, fault, next } = data;
  return (
    <Frame site={site} head={{ title: asked === '' ? 'Search' : `Search: ${asked}`, path: '/search', isIndexed: false }} asked={asked}>
      <h1 className="page-title" dir="auto">
        {asked === '' ? 'Search' : `“${asked}”`}
      </h1>
      <p className="page-count" role="status">
        {fault ?? said(data, site)}
      </p>
      <Pieces site={site} pieces={pieces} />
      <Older href={next}>More</Older>
    </Frame>
  );
}

function said({ asked, count, pieces }: SearchData, site: Site): string {
  if (asked === '') return 'Enter words, a phrase in quotation marks, or the beginning of a word followed by an asterisk.';
  const found = count ?? pieces.length;
  if (found === 0) return 'No results. Try fewer words, or the beginning of a word followed by an asterisk.';
  return found === 1 ? '1 piece' : `${formatFor(site.language, site.timeZone).number(found)} pieces`;
}
