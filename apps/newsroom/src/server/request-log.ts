import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

/**
 * Logs each request after its response: writes and failures always, reads at the level `debug`. The query is omitted: it may contain search
 * terms.
 */
export function requestLog(logger: Logger): MiddlewareHandler {
  return async (context, next) => {
    const started = performance.now();
    await next();
    logRequest(logger, { method: context.req.method, path: context.req.path, response: context.res, started });
  };
}

/** A completed request. */
export interface AnsweredRequest {
  readonly method: string;
  readonly path: string;
  readonly response: Response;
  /** When it began, by `performance.now()`. */
  readonly started: number;
}

/** Logs one request, unless its kind is not logged. */
export function logRequest(logger: Logger, { method, path, response, started }: AnsweredRequest): void {
  const { status } = response;
  const quiet = status < 400 && (method === 'GET' || method === 'HEAD');
  if (!logger.isLevelEnabled(quiet ? 'debug' : 'info')) return;
  const entry = {
    method,
    // Addresses that contain a secret: preview links of drafts, access to the demonstration, unsubscribe links.
    path: path.replace(/(\/(?:previews?|demo|unsubscribe)\/)[^/]+/, '$1…'),
    status,
    ms: Math.round((performance.now() - started) * 10) / 10,
    requestId: response.headers.get('x-request-id') ?? undefined,
  };
  if (status >= 500) logger.error(entry, 'request failed');
  else if (quiet) logger.debug(entry, 'request');
  else logger.info(entry, 'request');
}
