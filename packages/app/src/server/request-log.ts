import type { Sender } from '@colophon/identity';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';

/** Whose credentials a request has. */
export type Identify = (request: Request) => Promise<Sender | undefined>;

/**
 * Logs each request after its response: writes and failures always, reads at the level `debug`. A refused one (403) names its caller by
 * id, so that an administrator sees who tries what they may not. The query is omitted: it may contain search terms.
 */
export function requestLog(logger: Logger, identify: Identify): MiddlewareHandler {
  return async (context, next) => {
    const started = performance.now();
    await next();
    const { method, path, raw } = context.req;
    logRequest(logger, { method, path, response: context.res, started, caller: await refusedCaller(raw, context.res, identify) });
  };
}

/** The caller of a refused request; undefined for every other request, and for callers without an account. */
export async function refusedCaller(request: Request, { status }: Response, identify: Identify): Promise<Sender | undefined> {
  return status === 403 ? identify(request) : undefined;
}

/** A completed request. */
export interface AnsweredRequest {
  readonly method: string;
  readonly path: string;
  readonly response: Response;
  /** When it began, by `performance.now()`. */
  readonly started: number;
  readonly caller?: Sender | undefined;
}

/** Logs one request, unless its kind is not logged. */
export function logRequest(logger: Logger, { method, path, response, started, caller }: AnsweredRequest): void {
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
    ...(caller === undefined ? {} : { caller: `${caller.kind}:${caller.id}` }),
  };
  if (status >= 500) logger.error(entry, 'request failed');
  else if (quiet) logger.debug(entry, 'request');
  else logger.info(entry, 'request');
}
