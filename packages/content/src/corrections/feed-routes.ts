import { hash } from 'node:crypto';
import { answerHeaders, isNotModified, withCall } from '@colophon/core/rest';
import type { Route, RouteOptions } from '../record/capability.ts';
import { feedLinks } from '../feeds/feed-links.ts';
import type { FeedPlace } from '../feeds/feed.ts';
import { correctionsAsAtom, correctionsAsJsonFeed, type FeedEntry, readCorrectionsFeed, withAddresses } from './corrections-feed.ts';

const LONGEST = 50;

const FORMATS: Readonly<
  Record<string, { type: string; write: (entries: readonly FeedEntry[], place: FeedPlace, hub?: string) => string }>
> = {
  '/corrections.json': {
    type: 'application/feed+json',
    write: (entries, place, hub) => JSON.stringify(correctionsAsJsonFeed(entries, place, hub)),
  },
  '/corrections.atom': { type: 'application/atom+xml', write: correctionsAsAtom },
};

/** The latest corrections for feed readers: JSON Feed at `/corrections.json`, Atom at `/corrections.atom`. */
export function feedRoutes({ baseUrl, siteOf, webSubHub, ...surface }: RouteOptions): Route[] {
  return Object.entries(FORMATS).map(([path, { type, write }]) => ({
    method: 'GET',
    path,
    under: 'root',
    handle: (request) =>
      withCall(request, surface, async (call) => {
        const entries = await withAddresses(surface.database, await readCorrectionsFeed(surface.database, call, LONGEST), baseUrl);
        const site = (await siteOf?.(request)) ?? baseUrl;
        const self = `${site}${path}`;
        const body = write(entries, { home: `${site}/`, self }, webSubHub);
        const tag = `"${hash('sha1', body, 'base64url')}"`;
        const headers = {
          'Cache-Control': 'no-cache',
          ETag: tag,
          Link: feedLinks(self, webSubHub),
          ...answerHeaders(call),
          Vary: 'Authorization, Cookie, X-Tenant',
        };
        // Feed readers poll often, and mostly nothing has changed.
        if (isNotModified(request.headers.get('if-none-match'), tag)) return new Response(null, { status: 304, headers });
        return new Response(body, { headers: { ...headers, 'Content-Type': `${type}; charset=utf-8` } });
      }),
  }));
}
