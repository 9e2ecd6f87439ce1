import type { ReactElement } from 'react';
import type { DocumentsData } from '../data/front.ts';
import type { Site } from '../site.ts';
import { Frame } from './Frame.tsx';
import { Older, Pieces } from './pieces.tsx';

/** The documents of a site. */
export function DocumentsPage({ site, data }: { readonly site: Site; readonly data: DocumentsData }): ReactElement {
  const { pieces, older, isFirst } = data;
  const feeds = ['atom', 'json'].map((form) => ({ title: 'Documents', path: `/feeds/documents.${form}` }));
  return (
    <Frame site={site} head={{ title: 'Documents', path: isFirst ? '/documents' : null, isIndexed: isFirst, feeds }}>
      <h1 className="page-title">Documents</h1>
      {pieces.length === 0 ? <p className="page-empty">There are no documents.</p> : <Pieces site={site} pieces={pieces} />}
      <Older href={older}>Older documents</Older>
    </Frame>
  );
}
