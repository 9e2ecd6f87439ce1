import type { ReactElement, ReactNode } from 'react';
import type { Picture } from '../data/pictures.ts';
import type { Site } from '../site.ts';
import { dataBlock } from './data-block.ts';

/** The metadata in the head of a page. */
export interface Head {
  readonly title: string | null;
  readonly description?: string | null;
  /** The path of the page, from the root; null for a page without its own address. */
  readonly path: string | null;
  readonly type?: 'website' | 'article';
  readonly image?: Picture | null;
  readonly authors?: readonly string[];
  readonly published?: string;
  readonly updated?: string | null;
  readonly isIndexed?: boolean;
  readonly feeds?: readonly { readonly title: string; readonly path: string }[];
  readonly jsonLd?: Readonly<Record<string, unknown>> | null;
  /** The same page in other languages, and in its own. */
  readonly languages?: readonly { readonly language: string; readonly address: string }[];
  /** The address of the signed account of the piece. */
  readonly credential?: string | null;
}

interface FrameProps {
  readonly site: Site;
  readonly head: Head;
  readonly children: ReactNode;
  /** The query in the search field. */
  readonly asked?: string;
  /** On the front page the name of the site is its title. */
  readonly isFront?: boolean;
  /** Of a preview: it has no public address, is not indexed, and has no forms. */
  readonly preview?: PreviewFrame | undefined;
}

/** What the frame of a preview needs. */
export interface PreviewFrame {
  /** The styles, which the page holds itself. */
  readonly style: string;
}

/** The frame of every page: head, the name of the publication, navigation, and the page itself. */
export function Frame({ site, head, children, asked = '', isFront = false, preview }: FrameProps): ReactElement {
  const { name } = site;
  const title = head.title === null ? name : `${head.title} · ${name}`;
  const Name = isFront ? 'h1' : 'p';
  return (
    <html lang={site.language} className="colo-root colo-scope">
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {!preview && head.description && <meta name="description" content={head.description} />}
        <link rel="icon" href={ICON} />
        {preview ? <PreviewHead {...preview} /> : <PublicHead head={head} site={site} />}
      </head>
      <body className="page">
        <a className="page-skip" href="#content">
          Skip to content
        </a>
        <header className="page-head">
          <Name className="page-name" dir="auto">
            <a href="/">{name}</a>
          </Name>
          <nav className="page-ways" aria-label="Main">
            <a href="/">Latest</a>
            <a href="/tags">Topics</a>
            <a href="/corrections">Corrections</a>
          </nav>
          {!preview && (
            <form className="page-search" action="/search" role="search">
              <input type="search" name="q" defaultValue={asked} maxLength={200} aria-label="Search" placeholder="Search" />
              <button type="submit">Search</button>
            </form>
          )}
        </header>
        <main id="content" className="page-main">
          {children}
        </main>
        <footer className="page-foot">
          {site.isDemo && (
            <p className="page-demo">
              This is a demonstration: everything here is fictional. To sign in, open the address that was printed in the terminal at the
              start.
            </p>
          )}
          <nav className="page-ways" aria-label="About this site">
            <a href="/feed.atom">Feed</a>
            <a href="/feed.json">JSON feed</a>
            <a href="/documents">Documents</a>
            <a href="/corrections">Corrections</a>
            <a href="/contribute">Contribute</a>
            <a href="/developers">For developers</a>
            <a href="/sign-in">Sign in</a>
          </nav>
          <p className="page-note">Articles state how they were made. Errors are corrected publicly.</p>
        </footer>
      </body>
    </html>
  );
}

/** The head of a page that anybody may find. */
function PublicHead({ head, site: { baseUrl, name, stylesheet } }: { readonly head: Head; readonly site: Site }): ReactElement {
  return (
    <>
      {head.isIndexed === false && <meta name="robots" content="noindex" />}
      <link rel="stylesheet" href={stylesheet} />
      {head.path !== null && <link rel="canonical" href={absolute(head.path, baseUrl)} />}
      {(head.feeds ?? SITE_FEEDS).map(({ title: feed, path }) => (
        <link key={path} rel="alternate" type={feedType(path)} title={`${feed} · ${name}`} href={path} />
      ))}
      {head.languages?.map(({ language, address }) => (
        <link key={language} rel="alternate" hrefLang={language} href={absolute(address, baseUrl)} />
      ))}
      {head.credential && <link rel="describedby" type="application/vc+jwt" href={head.credential} />}
      <meta property="og:site_name" content={name} />
      <meta property="og:title" content={head.title ?? name} />
      <meta property="og:type" content={head.type ?? 'website'} />
      {head.description && <meta property="og:description" content={head.description} />}
      {head.path !== null && <meta property="og:url" content={absolute(head.path, baseUrl)} />}
      {head.image && <PictureHead picture={head.image} baseUrl={baseUrl} />}
      <meta name="twitter:card" content={head.image ? 'summary_large_image' : 'summary'} />
      {head.authors?.map((author) => (
        <meta key={author} name="author" content={author} />
      ))}
      {head.published && <meta property="article:published_time" content={head.published} />}
      {(head.updated ?? head.published) && <meta property="article:modified_time" content={head.updated ?? head.published} />}
      {head.jsonLd && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: dataBlock(head.jsonLd) }} />}
    </>
  );
}

/** The picture for sites that show a card of the page. */
function PictureHead({ picture, baseUrl }: { readonly picture: Picture; readonly baseUrl: string }): ReactElement {
  const { alt } = picture;
  const { src, width, height } = picture.social;
  return (
    <>
      <meta property="og:image" content={absolute(src, baseUrl)} />
      {alt !== '' && <meta property="og:image:alt" content={alt} />}
      {width !== null && <meta property="og:image:width" content={String(width)} />}
      {height !== null && <meta property="og:image:height" content={String(height)} />}
    </>
  );
}

/** The head of a preview, which search engines and linked sites do not learn of. */
function PreviewHead({ style }: PreviewFrame): ReactElement {
  return (
    <>
      <meta name="robots" content="noindex,nofollow" />
      <meta name="referrer" content="no-referrer" />
      <style dangerouslySetInnerHTML={{ __html: style }} />
    </>
  );
}

/** An icon, a page with a line under it, as a data address: it needs no request. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%231f4fbf'/%3E%3Cpath d='M4 5h8M4 8h8M4 11h5' stroke='%23fff' stroke-width='1.5'/%3E%3C/svg%3E";

const SITE_FEEDS = [
  { title: 'Latest', path: '/feed.atom' },
  { title: 'Latest', path: '/feed.json' },
  { title: 'Corrections', path: '/corrections.atom' },
];

function feedType(path: string): string {
  return path.endsWith('.json') ? 'application/feed+json' : path.endsWith('.rss') ? 'application/rss+xml' : 'application/atom+xml';
}

/** A path of this site as an absolute address; an absolute one is unchanged. */
function absolute(path: string, baseUrl: string): string {
  return new URL(path, `${baseUrl}/`).href;
}
