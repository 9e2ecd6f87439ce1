import type { ReactElement } from 'react';
import type { Site } from '../site.ts';
import { Frame } from './Frame.tsx';

/** The text of a page for an error. */
export type Message = 'missing' | 'withdrawn' | 'stale' | 'unavailable' | 'tooMany';

const WORDS: Readonly<Record<Message, { readonly title: string; readonly text: string }>> = {
  missing: {
    title: 'Page not found',
    text: 'The address may be incomplete or wrong.',
  },
  withdrawn: {
    title: 'This piece was withdrawn',
    text: 'It was published here and is no longer available. Errors in it, if any, are listed on the corrections page.',
  },
  unavailable: {
    title: 'This page is not available at the moment',
    text: 'Please try again in a moment. Whoever looks after this site has been told.',
  },
  tooMany: {
    title: 'Too many searches',
    text: 'So many came from your network within seconds. Please try again in a moment.',
  },
  stale: { title: 'This page of the list is not available', text: 'The link to it is not valid. Start from the front page.' },
};

/** The page shown if there is none at the address. */
export function MessagePage({ site, data }: { readonly site: Site; readonly data: Message }): ReactElement {
  const { title, text } = WORDS[data];
  return (
    <Frame site={site} head={{ title, path: null, isIndexed: false }}>
      <div className="page-message">
        <h1 className="page-title">{title}</h1>
        <p>{text}</p>
        <p className="page-older">
          <a href="/">Front page</a> <a href="/corrections">Corrections</a>
        </p>
      </div>
    </Frame>
  );
}
