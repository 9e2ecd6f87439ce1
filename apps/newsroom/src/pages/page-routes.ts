import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ColophonError, type Database } from '@colophon/core';
import { noteAddress, otherMethods, problemResponse, requestIdOf } from '@colophon/core/rest';
import type { Authenticator } from '@colophon/identity';
import { contentAddress } from '@colophon/content';
import { Hono } from 'hono';
import { accountOf, addressesOf, findPiece, readArticle, wasTakenBack } from './data/article.ts';
import { readLatestCorrections } from './data/corrections.ts';
import { readDocuments, readFront } from './data/front.ts';
import { addressNow } from './data/former-address.ts';
import { readSearch } from './data/search.ts';
import { readTag, readTagTree, tagNamed } from './data/tags.ts';
import { tagAddress } from './data/tag-address.ts';
import { usedOlderCounts } from './data/tag-counts.ts';
import { answerFeed, type FeedOptions, namedFeed } from './feeds/feed-routes.ts';
import { KeptFeeds } from './feeds/kept-feeds.ts';
import { type FeedSubject } from './feeds/read-feed.ts';
import { robots, sitemapIndex, sitemapOfPages, sitemapOfPieces } from './feeds/sitemap.ts';
import { KeptPages } from './kept-pages.ts';
import { answerPage, type ReadyPage, movedTo, PAGE_POLICY, type Page, readyPage, takesGzip } from './page-answer.ts';
import { pieceAddress } from './piece-address.ts';
import { placesOf } from './piece-path.ts';
import { ReadMarks } from './read-marks.ts';
import { SharedReads } from './shared-reads.ts';
import { type Reading, readerCalls } from './reader-call.ts';
import { pageSite } from './site.ts';
import { stylesheet } from './stylesheet.ts';
import type { Message } from './render/MessagePage.tsx';
import type { PageModel } from './render/render.tsx';

export interface PageOptions {
  readonly database: Database;
  readonly authenticator: Authenticator;
  readonly trustProxy: boolean;
  readonly baseUrl: string;
  /** The name of the publication. */
  readonly name: string;
  readonly isDemo: boolean;
  /** Whether the page of a piece shows others like it; default false. */
  readonly related?: boolean | undefined;
  /** The hub that notifies subscribers of feeds (WebSub); default none. */
  readonly webSubHub?: string | undefined;
  readonly onError: (error: unknown, requestId: string) => void;
}

/** What people are told by a page when a request cannot be answered now. */
const MESSAGE_OF: ReadonlyMap<number, Message> = new Map([
  [429, 'tooMany'],
  [503, 'unavailable'],
]);

const YEAR = 'public, max-age=31536000, immutable';

/** The pages for readers. The first request loads React and everything that renders HTML. */
export interface Pages {
  readonly routes: Hono;
  /** The 404 page, for people with a browser. */
  readonly missing: (request: Request) => Promise<Response>;
  /** Redirects to the piece that had this address before it was imported; undefined if none did. */
  readonly former: (request: Request) => Promise<Response | undefined>;
}

export function createPages(options: PageOptions): Pages {
  const pages = new PageMaker(options);
  const app = new Hono();
  const page = (path: string, read: (asked: Asked) => Promise<Draft | Response>): void => {
    app.get(path, (context) => {
      noteAddress(context, options.trustProxy);
      return pages.answer(context.req.raw, read);
    });
  };
  page('/', (asked) => pages.front(asked));
  page('/documents', (asked) => pages.documents(asked));
  for (const section of ['articles', 'documents']) page(`/${section}/*`, (asked) => pages.piece(asked, section));
  page('/tags', async ({ call }) => pages.page({ kind: 'tags', data: await readTagTree(options.database, call) }));
  page('/tags/:slug', (asked) => pages.tag(asked));
  page('/corrections', async (asked) => pages.page({ kind: 'corrections', data: await readLatestCorrections(options.database, asked) }));
  page('/search', (asked) => pages.search(asked));
  const kept = new KeptFeeds(options.database);
  const siteOptions = ({ baseUrl, globalUrl }: Reading) => ({ ...options, baseUrl, globalUrl });
  const feedsOf = (asked: Reading): FeedOptions => ({ ...siteOptions(asked), kept });
  const feed = (path: string, subject: (parameter: string) => FeedSubject): void => {
    for (const form of ['atom', 'json'])
      page(`${path}/feed.${form}`.replace('//', '/'), async (asked) => {
        const { request, url, call } = asked;
        const slug = decoded(url.pathname.slice('/tags/'.length, -`/feed.${form}`.length));
        return (await answerFeed(request, call, { subject: subject(slug ?? ''), form }, feedsOf(asked))) ?? pages.message('missing');
      });
  };
  feed('/', () => ({ type: 'all' }));
  feed('/tags/:slug', (slug) => ({ tag: slug }));
  page('/feeds/*', async (asked) => {
    const { request, url, call } = asked;
    const named = namedFeed(url.pathname.slice('/feeds/'.length));
    return (named && (await answerFeed(request, call, named, feedsOf(asked)))) ?? pages.message('missing');
  });
  page('/sitemap.xml', async (asked) => sitemapIndex(asked.call, siteOptions(asked)));
  page('/sitemaps/pages.xml', async (asked) => sitemapOfPages(asked.call, siteOptions(asked)));
  page('/sitemaps/pieces.xml', async (asked) => {
    const { url, call } = asked;
    const after = url.searchParams.get('after') ?? '';
    return after.isWellFormed() && !after.includes('\0') ? sitemapOfPieces(call, after, siteOptions(asked)) : pages.message('missing');
  });
  page('/robots.txt', async (asked) => robots(asked.call, siteOptions(asked)));
  for (const path of ['/articles/*', '/documents/*', '/feeds/*']) app.all(path, otherMethods(['GET', 'HEAD']));
  app.get('/styles/:name', (context, next) => {
    const { path, text } = stylesheet();
    if (context.req.path !== path) return next();
    const headers = { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': YEAR, Vary: 'Accept-Encoding' };
    if (!takesGzip(context.req.raw)) return new Response(text, { headers });
    return new Response(gzipSync(text), { headers: { ...headers, 'Content-Encoding': 'gzip' } });
  });
  return {
    routes: app,
    missing: (request) => pages.answer(request, async () => pages.message('missing')),
    former: (request) => pages.former(request),
  };
}

/** A request for a page, and the call with which it is read. */
interface Asked extends Reading {
  readonly request: Request;
  readonly url: URL;
}

/** A page with this data, and of its site. */
interface Draft extends Pick<Page, 'status' | 'isKept'> {
  readonly data: DistributiveOmit<PageModel, 'site'>;
}

class PageMaker {
  readonly #options: PageOptions;
  readonly #readingOf: (request: Request) => Promise<Reading>;
  readonly #kept = new KeptPages();
  readonly #marks: ReadMarks<string>;
  readonly #reads = new SharedReads<ReadyPage>();
  #stamp: string | undefined;

  constructor(options: PageOptions) {
    this.#options = options;
    this.#marks = new ReadMarks(options.database);
    this.#readingOf = readerCalls(options);
  }

  /** Handles a request; errors are reported as in every other response. */
  async answer(request: Request, read: (asked: Asked) => Promise<Draft | Response>): Promise<Response> {
    try {
      const reading = await this.#readingOf(request);
      const { call, baseUrl } = reading;
      const url = new URL(request.url);
      const address = `${call.caller.tenantId ?? ''} ${baseUrl} ${url.pathname}${url.search}`;
      const mark = await this.#marks.now();
      const known = this.#marks.recall(address, mark, call);
      // Evicted since: it is read and rendered again.
      if (known !== undefined && this.#kept.has(known)) return await answerPage(request, call, { key: known, render: unread }, this.#kept);
      let own: ReadyPage | Response | undefined;
      const shared = await this.#reads.read(address, mark, async () => {
        own = await this.#make(request, url, reading, read);
        if (own instanceof Response || own.status !== 200 || own.isKept === false) return undefined;
        if (!usedOlderCounts(call)) await this.#marks.remember(address, mark, { page: own.key, call });
        return own;
      });
      const made = shared ?? own ?? (await this.#make(request, url, reading, read));
      return made instanceof Response ? made : await answerPage(request, call, made, this.#kept);
    } catch (error) {
      const requestId = requestIdOf(request);
      if (!(error instanceof ColophonError) || error.status >= 500) this.#options.onError(error, requestId);
      const message = error instanceof ColophonError && acceptsHtml(request) ? MESSAGE_OF.get(error.status) : undefined;
      if (message !== undefined) return this.#refused(error as ColophonError, message);
      return problemResponse(error, { instance: new URL(request.url).pathname, requestId });
    }
  }

  async #make(
    request: Request,
    url: URL,
    reading: Reading,
    read: (asked: Asked) => Promise<Draft | Response>,
  ): Promise<ReadyPage | Response> {
    const draft = await read({ request, url, ...reading });
    if (draft instanceof Response) return draft;
    const former = draft.status === 404 ? await addressNow(this.#options.database, reading, url) : undefined;
    if (former !== undefined) return movedTo(former, reading.call);
    return readyPage(this.#pageOf(draft, reading.baseUrl), (this.#stamp ??= stamp()));
  }

  /** The page for people while a request cannot be answered; it needs nothing itself, and is not cached. */
  async #refused({ status, headers }: ColophonError, message: Message): Promise<Response> {
    const { render } = this.#pageOf(this.page({ kind: 'message', data: message }), this.#options.baseUrl);
    return new Response(await render(), {
      status,
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Cache-Control': 'no-store',
        'Content-Security-Policy': PAGE_POLICY,
        ...headers,
      },
    });
  }

  /** Programs too are redirected from the address that a piece had before it was imported. */
  async former(request: Request): Promise<Response | undefined> {
    const reading = await this.#readingOf(request);
    const address = await addressNow(this.#options.database, reading, new URL(request.url));
    return address === undefined ? undefined : movedTo(address, reading.call);
  }

  /** A page that is rendered unless it is cached. */
  page(data: DistributiveOmit<PageModel, 'site'>, rest: Pick<Page, 'status' | 'isKept'> = {}): Draft {
    return { ...rest, data };
  }

  #pageOf({ data, ...rest }: Draft, baseUrl: string): Page {
    const model = { site: pageSite({ ...this.#options, baseUrl }), ...data } as PageModel;
    return { ...rest, model, render: async () => (await import('./render/render.tsx')).renderPage(model) };
  }

  message(data: 'missing' | 'withdrawn' | 'stale'): Draft {
    return this.page({ kind: 'message', data }, { status: data === 'withdrawn' ? 410 : data === 'stale' ? 400 : 404 });
  }

  async front(asked: Asked): Promise<Draft | Response> {
    if (asked.url.searchParams.has('p')) {
      const address = await addressNow(this.#options.database, asked, asked.url);
      if (address !== undefined) return movedTo(address, asked.call);
    }
    return this.#listed(async () =>
      this.page({ kind: 'front', data: await readFront(this.#options.database, asked, asked.url.searchParams.get('after')) }),
    );
  }

  async documents(asked: Asked): Promise<Draft> {
    return this.#listed(async () =>
      this.page({ kind: 'documents', data: await readDocuments(this.#options.database, asked, asked.url.searchParams.get('after')) }),
    );
  }

  /** `/articles/{slug}`, with the context before it if there is one, and its account below it. */
  async piece(asked: Asked, section: string): Promise<Draft | Response> {
    const { database } = this.#options;
    const { url, call } = asked;
    const places = placesOf(url.pathname, section);
    for (const { isAccount, ...place } of places) {
      const piece = await findPiece(database, call, place);
      if (!piece) continue;
      const path = contentAddress(database, piece);
      // A piece has one address; others redirect to it.
      if (path.startsWith('/') && !url.pathname.startsWith(`/${path.split('/')[1]}/`))
        return movedTo(isAccount ? `${path}/how-this-was-made` : path, call);
      if (!isAccount) return this.page({ kind: 'article', data: await readArticle(piece, asked, this.#options.related) });
      const account = await accountOf(piece);
      if (!account) continue;
      const cited = Object.fromEntries(await addressesOf(database, asked, account));
      return this.page({ kind: 'account', data: { title: piece.title, address: pieceAddress(database, piece, asked), account, cited } });
    }
    for (const place of places) if (await wasTakenBack(database, call, place)) return this.message('withdrawn');
    return this.message('missing');
  }

  async tag(asked: Asked): Promise<Draft | Response> {
    const { database } = this.#options;
    const { url, call } = asked;
    const slug = decoded(url.pathname.slice('/tags/'.length));
    if (slug === undefined) return this.message('missing');
    return this.#listed(async () => {
      const data = await readTag(database, asked, slug, url.searchParams.get('after'));
      if (data) return this.page({ kind: 'tag', data });
      const other = await tagNamed(database, call, slug);
      return other !== undefined && other !== slug && (await readTag(database, asked, other, null))
        ? movedTo(tagAddress(other), call)
        : this.message('missing');
    });
  }

  async search(asked: Asked): Promise<Draft> {
    return this.page({ kind: 'search', data: await readSearch(this.#options.database, asked, asked.url.searchParams) }, { isKept: false });
  }

  /** An invalid cursor in the address of a list is an error. */
  async #listed<T extends Draft | Response>(read: () => Promise<T>): Promise<T | Draft> {
    try {
      return await read();
    } catch (error) {
      if (error instanceof ColophonError && (error.status === 400 || error.status === 422)) return this.message('stale');
      throw error;
    }
  }
}

/** A cached page is not rendered. */
function unread(): Promise<string> {
  return Promise.reject(new Error('The page was let go while it was answered.'));
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/**
 * Differs with the program that renders the pages, and with their appearance; from source, where these change during development, with each
 * start.
 */
function stamp(): string {
  if (import.meta.url.endsWith('.ts')) return String(performance.timeOrigin);
  return hash('sha256', readFileSync(fileURLToPath(import.meta.url)), 'hex') + stylesheet().path;
}

/** The search text in an address; undefined if it is not valid text. */
function decoded(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Whether a request comes from a person with a browser. */
function acceptsHtml(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/html') === true;
}
