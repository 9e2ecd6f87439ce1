import type { SitePage } from '@colophon/content';
import type { ReactElement } from 'react';
import type { Site } from '../site.ts';
import { Frame } from './Frame.tsx';

/** The page with the form for contributions; other pages of this kind belong to one person. */
const FORM = '/contribute';

/** A page of another part in the frame of the readers' pages: its content is HTML whose values are escaped. */
export function FramedPage({ site, data }: { readonly site: Site; readonly data: Omit<SitePage, 'status'> }): ReactElement {
  const { title, content, path } = data;
  return (
    <Frame site={site} head={{ title, path: path === FORM ? path : null, isIndexed: path === FORM }}>
      <h1 className="page-title" dir="auto">
        {title}
      </h1>
      <div className="page-form" dangerouslySetInnerHTML={{ __html: content }} />
    </Frame>
  );
}
