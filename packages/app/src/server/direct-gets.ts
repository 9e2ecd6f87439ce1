import { type Arrival, callerAddress, type RestHandler } from '@colophon/core/rest';
import type { Hono } from 'hono';
import type { Logger } from 'pino';
import { type Identify, logRequest, refusedCaller } from './request-log.ts';

type Fetch = Hono['fetch'];

/** Matches `/api/v1/contents/01900000-0000-7000-8000-000000000000` and `/api/v1/contents/by-slug?slug=…` only, with the collection. */
const RECORD = /^https?:\/\/[^/?#]+\/api\/v1\/(([a-z-]+)\/(?:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$|by-slug(?=\?)))/;

/** Sends GET requests for one record, by its key or slug, which are the most frequent, directly to REST: routing and middleware would cost a tenth of each. */
export function withDirectGets(
  app: Pick<Hono, 'fetch' | 'routes'>,
  { rest, logger, trustProxy, identify }: { rest: RestHandler; logger: Logger; trustProxy: boolean; identify: Identify },
): Fetch {
  const { fetch } = app;
  const otherRoutes = withOtherRoutes(app);
  return (request, env, context) => {
    const [, path, slug = ''] = (request.method === 'GET' && RECORD.exec(request.url)) || [];
    if (path === undefined || otherRoutes.has(slug)) return fetch(request, env, context);
    const started = performance.now();
    const arrival: Arrival = { req: { raw: request }, env };
    return rest(request, path, callerAddress(arrival, trustProxy)).then(async (response) => {
      const caller = await refusedCaller(request, response, identify);
      logRequest(logger, { method: 'GET', path: `/api/v1/${path}`, response, started, caller });
      return response;
    });
  };
}

/** The collections whose records another handler may serve before REST: a contribution by its link, for example. */
function withOtherRoutes({ routes }: Pick<Hono, 'routes'>): ReadonlySet<string> {
  return new Set(routes.flatMap(({ path }) => /^\/api\/v1\/([^/:*]+)\/:\w+$/.exec(path)?.[1] ?? []));
}
