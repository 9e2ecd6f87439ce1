import { hash } from 'node:crypto';
import { answerHeaders, isNotModified, withCall } from '@colophon/core/rest';
import type { Route, RouteOptions } from '../record/capability.ts';
import type { FeedPlace } from '../feeds/feed.ts';
import { correctionsAsAtom, correctionsAsJsonFeed, type FeedEntry, readCorrectionsFeed } from './corrections-feed.ts';

const LONGEST = 50;

const FORMATS: Readonly<Record<string, { type: string; write: (entries: readonly FeedEntry[], place: FeedPlace) => string }>> = {
  '/corrections.json': { type: 'application/feed+json', write: (entries, place) => JSON.stringify(correctionsAsJsonFeed(entries, place)) },
  '/corrections.atom': { type: 'application/atom+xml', write: correctionsAsAtom },
};

/** The latest corrections for feed readers: JSON Feed at `/corrections.json`, Atom at `/corrections.atom`. */
export function feedRoutes({ baseUrl, ...surface }: RouteOptions): Route[] {
  return Object.entries(FORMATS).map(([path, { type, write }]) => ({
    method: 'GET',
    path,
    under: 'root',
    handle: (request) =>
      withCall(request, surface, async (call) => {
        const entries = await readCorrectionsFeed(surface.database, call, LONGEST);
        const body = write(entries, { home: `${baseUrl}/`, self: `${baseUrl}${path}` });
        const tag = `"${hash('sha1', body, 'base64url')}"`;
        const headers = {
          'Cache-Control': 'no-cache',
          ETag: tag,
          ...answerHeaders(call),
          Vary: 'Authorization, Cookie, X-Tenant',
        };
        // Readers ask again and again, and mostly there is nothing new.
        if (isNotModified(request.headers.get('if-none-match'), tag)) return new Response(null, { status: 304, headers });
        return new Response(body, { headers: { ...headers, 'Content-Type': `${type}; charset=utf-8` } });
      }),
  }));
}
