import type { ReactElement } from 'react';
import { formatFor } from '@colophon/ui/state';
import { tagAddress } from '../data/tag-address.ts';
import type { TagData, TagNode } from '../data/tags.ts';
import type { Site } from '../site.ts';
import { Frame } from './Frame.tsx';
import { languageAttributes } from './language-attributes.ts';
import { Older, Pieces } from './pieces.tsx';

/** The topics of pieces, each with those below it. */
export function TagsPage({ site, data }: { readonly site: Site; readonly data: readonly TagNode[] }): ReactElement {
  return (
    <Frame site={site} head={{ title: 'Topics', path: '/tags', description: `Topics covered by ${site.name}.` }}>
      <h1 className="page-title">Topics</h1>
      {data.length === 0 ? <p className="page-empty">Nothing has been published yet.</p> : <Tree nodes={data} isTop />}
    </Frame>
  );
}

function Tree({ nodes, isTop = false }: { readonly nodes: readonly TagNode[]; readonly isTop?: boolean }): ReactElement {
  return (
    <ul className={isTop ? 'page-tree' : 'page-branch'} role="list">
      {nodes.map(({ slug, name, description, below }) => (
        <li key={slug}>
          <a href={tagAddress(slug)}>
            <bdi>{name}</bdi>
          </a>
          {isTop && description && <p dir="auto">{description}</p>}
          {below.length > 0 && <Tree nodes={below} />}
        </li>
      ))}
    </ul>
  );
}

/** A topic: those above and below it, and its pieces including those of the topics below. */
export function TagPage({ site, data }: { readonly site: Site; readonly data: TagData }): ReactElement {
  const { name, slug, description, names, above, below } = data;
  const format = formatFor(site.language, site.timeZone);
  const feeds = ['atom', 'json'].map((form) => ({ title: name, path: `${tagAddress(slug)}/feed.${form}` }));
  return (
    <Frame site={site} head={{ title: name, description, path: tagAddress(slug), feeds }}>
      <nav className="page-trail" aria-label="Broader topics">
        <a href="/tags">Topics</a>
        {above.map((each) => (
          <a key={each.slug} href={tagAddress(each.slug)}>
            <bdi>{each.name}</bdi>
          </a>
        ))}
      </nav>
      <header className="page-topic">
        <h1 className="page-title" dir="auto">
          {name}
        </h1>
        {names.length > 0 && (
          <p className="page-names">
            {names.map((each) => (
              <span key={`${each.language} ${each.name}`} {...languageAttributes(each.language, site.language)}>
                <bdi>{each.name}</bdi>
              </span>
            ))}
          </p>
        )}
        {description && (
          <p className="page-standfirst" dir="auto">
            {description}
          </p>
        )}
        {below.length > 0 && (
          <nav className="page-topics" aria-label="Narrower topics">
            {below.map((each) => (
              <a key={each.slug} href={tagAddress(each.slug)}>
                <bdi>{each.name}</bdi>
              </a>
            ))}
          </nav>
        )}
      </header>
      <p className="page-count">
        {pieces(data.count, format.number)} · <a href={`${tagAddress(slug)}/feed.atom`}>Feed</a>
      </p>
      <Pieces site={site} pieces={data.pieces} />
      <Older href={data.older}>Older pieces</Older>
    </Frame>
  );
}

function pieces(count: number, write: (count: number) => string): string {
  return count === 1 ? '1 piece' : `${write(count)} pieces`;
}
