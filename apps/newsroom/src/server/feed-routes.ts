import { hash } from 'node:crypto';
import { isNotModified, type SurfaceOptions, withCall } from '@colophon/core/rest';
import { correctionsAsAtom, correctionsAsJsonFeed, type FeedEntry, type FeedPlace, readCorrectionsFeed } from '@colophon/content';
import { Hono } from 'hono';

const LONGEST = 50;

const FORMATS: Readonly<Record<string, { type: string; write: (entries: readonly FeedEntry[], place: FeedPlace) => string }>> = {
  '/corrections.json': { type: 'application/feed+json', write: (entries, place) => JSON.stringify(correctionsAsJsonFeed(entries, place)) },
  '/corrections.atom': { type: 'application/atom+xml', write: correctionsAsAtom },
};

/** The latest corrections for feed readers: JSON Feed at `/corrections.json`, Atom at `/corrections.atom`. */
export function feedRoutes(surface: SurfaceOptions, baseUrl: string): Hono {
  const routes = new Hono();
  for (const [path, { type, write }] of Object.entries(FORMATS)) {
    routes.get(path, (context) =>
      withCall(context.req.raw, surface, async (call) => {
        const entries = await readCorrectionsFeed(surface.database, call, LONGEST);
        const body = write(entries, { home: `${baseUrl}/`, self: `${baseUrl}${path}` });
        const tag = `"${hash('sha1', body, 'base64url')}"`;
        const headers = {
          'Cache-Control': 'no-cache',
          ETag: tag,
          'X-Content-Type-Options': 'nosniff',
          Vary: 'Authorization, Cookie, X-Tenant',
        };
        // Readers ask again and again, and mostly there is nothing new.
        if (isNotModified(context.req.raw.headers.get('if-none-match'), tag)) return new Response(null, { status: 304, headers });
        return new Response(body, { headers: { ...headers, 'Content-Type': `${type}; charset=utf-8` } });
      }),
    );
  }
  return routes;
}
