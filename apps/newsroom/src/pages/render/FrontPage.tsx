import type { ReactElement } from 'react';
import type { FrontData } from '../data/front.ts';
import { tagAddress } from '../data/tag-address.ts';
import type { Site } from '../site.ts';
import { Frame } from './Frame.tsx';
import { Card, Older, Pieces } from './pieces.tsx';

/** The latest pieces: highlighted ones first and large, the rest below. */
export function FrontPage({ site, data }: { readonly site: Site; readonly data: FrontData }): ReactElement {
  const [lead, ...rest] = data.highlighted.length > 0 ? data.highlighted : data.latest;
  const [beside, latest] = data.highlighted.length > 0 ? [rest, data.latest] : [[], rest];
  const jsonLd = { '@context': 'https://schema.org', '@type': 'WebSite', name: site.name, url: `${site.baseUrl}/` };
  const isEmpty = lead === undefined;
  if (!data.isFirst)
    return (
      <Frame site={site} head={{ title: 'Older pieces', path: null, isIndexed: false }}>
        <h1 className="page-title">Older pieces</h1>
        <Pieces site={site} pieces={data.latest} />
        <Older href={data.older}>Older pieces</Older>
      </Frame>
    );
  return (
    <Frame site={site} head={{ title: null, path: '/', jsonLd }} isFront>
      {data.tags.length > 0 && (
        <nav className="page-topics" aria-label="Topics">
          {data.tags.map(({ slug, name }) => (
            <a key={slug} href={tagAddress(slug)}>
              <bdi>{name}</bdi>
            </a>
          ))}
        </nav>
      )}
      {isEmpty && <p className="page-empty">Nothing has been published yet.</p>}
      {lead && (
        <div className="page-lead" data-alone={beside.length === 0 || undefined}>
          <Card site={site} piece={lead} isLead />
          {beside.length > 0 && <Pieces site={site} pieces={beside} className="page-beside" isAbove />}
        </div>
      )}
      {latest.length > 0 && (
        <section aria-labelledby="latest">
          <h2 id="latest" className="page-part">
            Latest
          </h2>
          <Pieces site={site} pieces={latest} headingLevel={3} className="page-pieces page-latest" />
        </section>
      )}
      <Older href={data.older}>Older pieces</Older>
    </Frame>
  );
}
