import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

/** Writes down each request once it is answered: writes and failures always, reads when the level is `debug`. The query is left out: it may hold what people search for. */
export function requestLog(logger: Logger): MiddlewareHandler {
  return async (context, next) => {
    const started = performance.now();
    await next();
    const { method } = context.req;
    const { status } = context.res;
    const quiet = status < 400 && (method === 'GET' || method === 'HEAD');
    if (!logger.isLevelEnabled(quiet ? 'debug' : 'info')) return;
    const entry = {
      method,
      // The way into a demonstration is an address with a secret.
      path: context.req.path.replace(/^\/demo\/[^/]*/, '/demo/…'),
      status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      requestId: context.res.headers.get('x-request-id') ?? undefined,
    };
    if (status >= 500) logger.error(entry, 'request failed');
    else if (quiet) logger.debug(entry, 'request');
    else logger.info(entry, 'request');
  };
}
