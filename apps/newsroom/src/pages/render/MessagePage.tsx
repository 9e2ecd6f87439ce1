import type { ReactElement } from 'react';
import type { Site } from '../site.ts';
import { Frame } from './Frame.tsx';

/** The text of a page for an error. */
export type Message = 'missing' | 'withdrawn' | 'stale';

const WORDS: Readonly<Record<Message, { readonly title: string; readonly text: string }>> = {
  missing: {
    title: 'There is nothing at this address',
    text: 'The address may have been copied incompletely, or the page may never have been here.',
  },
  withdrawn: {
    title: 'This piece was withdrawn',
    text: 'It was published here and has been taken back. What it said wrong, if that is why, stands among the corrections.',
  },
  stale: { title: 'This list begins nowhere', text: 'The address of the page is no longer good. Begin at the front page.' },
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
          <a href="/">To the front page</a> <a href="/corrections">Corrections</a>
        </p>
      </div>
    </Frame>
  );
}
