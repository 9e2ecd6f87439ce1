import { hash } from 'node:crypto';
import type { Call } from '@colophon/core';
import { type Feed, feedAsAtom, feedAsJson, feedAsRss, feedLinks } from '@colophon/content';
import { answerHeaders, isNotModified } from '@colophon/core/rest';
import type { KeptFeeds } from './kept-feeds.ts';
import { type FeedSite, type FeedSubject, readFeed } from './read-feed.ts';

/** The format of a feed. */
const FORMS: Readonly<Record<string, { readonly type: string; readonly write: (feed: Feed) => string }>> = {
  atom: { type: 'application/atom+xml', write: feedAsAtom },
  json: { type: 'application/feed+json', write: (feed) => JSON.stringify(feedAsJson(feed)) },
  rss: { type: 'application/rss+xml', write: feedAsRss },
};

/** The input of the feeds of a site. */
export interface FeedOptions extends FeedSite {
  readonly kept: KeptFeeds;
}

/** Parses the path below `/feeds/`: `articles.rss`, `tag/town.atom`, `category/news/town.json`. */
export function namedFeed(path: string): { subject: FeedSubject; form: string } | undefined {
  const [, name = '', form = ''] = /^(.+)\.(rss|atom|json)$/.exec(path) ?? [];
  const segments = decoded(name);
  if (segments === undefined) return undefined;
  const [kind = '', ...rest] = segments;
  if ((kind === 'articles' || kind === 'documents') && rest.length === 0) return { subject: { type: kind }, form };
  if (kind === 'tag' && rest.length === 1) return { subject: { tag: rest[0] ?? '' }, form };
  if (kind === 'category' && rest.length > 0) return { subject: { category: rest.join('/') }, form };
  return undefined;
}

/** Responds with a feed; undefined if the subject does not exist. */
export async function answerFeed(
  request: Request,
  call: Call,
  { subject, form }: { readonly subject: FeedSubject; readonly form: string },
  options: FeedOptions,
): Promise<Response | undefined> {
  const written = FORMS[form];
  if (written === undefined) return undefined;
  const url = new URL(request.url);
  const isSummary = url.searchParams.get('content') === 'summary';
  const self = `${options.baseUrl}${url.pathname}${isSummary ? '?content=summary' : ''}`;
  const kept = await options.kept.get(`${call.caller.tenantId ?? ''} ${self}`, call, async () => {
    const feed = await readFeed(call, subject, { ...options, self, isSummary });
    if (feed === undefined) return undefined;
    const made = written.write(feed);
    return { body: made, tag: `"${hash('sha1', made, 'base64url')}"` };
  });
  if (kept === undefined) return undefined;
  const { body, tag } = kept;
  const headers = { 'Cache-Control': 'public, max-age=60', ETag: tag, Link: feedLinks(self, options.webSubHub), ...answerHeaders(call) };
  // Feed readers poll often, and mostly there is nothing new.
  if (isNotModified(request.headers.get('if-none-match'), tag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, 'Content-Type': `${written.type}; charset=utf-8` } });
}

function decoded(path: string): string[] | undefined {
  try {
    const segments = path.split('/').map(decodeURIComponent);
    return segments.every((each) => each !== '' && !each.includes('\0')) ? segments : undefined;
  } catch {
    return undefined;
  }
}
