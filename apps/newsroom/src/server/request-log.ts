import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

/** Writes down each request once it is answered: writes and failures always, reads when the level is `debug`. The query is left out: it may hold what people search for. */
export function requestLog(logger: Logger): MiddlewareHandler {
  return async (context, next) => {
    const started = performance.now();
    await next();
    logRequest(logger, { method: context.req.method, path: context.req.path, response: context.res, started });
  };
}

/** One request that was answered. */
export interface AnsweredRequest {
  readonly method: string;
  readonly path: string;
  readonly response: Response;
  /** When it began, by `performance.now()`. */
  readonly started: number;
}

/** Writes one request down, or passes it over where its kind is not logged. */
export function logRequest(logger: Logger, { method, path, response, started }: AnsweredRequest): void {
  const { status } = response;
  const quiet = status < 400 && (method === 'GET' || method === 'HEAD');
  if (!logger.isLevelEnabled(quiet ? 'debug' : 'info')) return;
  const entry = {
    method,
    // What opens a draft to anybody, the demonstration to a newcomer, or stops somebody's mail, is in the address.
    path: path.replace(/(\/(?:previews?|demo|unsubscribe)\/)[^/]+/, '$1…'),
    status,
    ms: Math.round((performance.now() - started) * 10) / 10,
    requestId: response.headers.get('x-request-id') ?? undefined,
  };
  if (status >= 500) logger.error(entry, 'request failed');
  else if (quiet) logger.debug(entry, 'request');
  else logger.info(entry, 'request');
}
