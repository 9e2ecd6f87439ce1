import { answerHeaders } from './answer-headers.ts';
import { STATUS_CODES } from 'node:http';
import { PROBLEM_MEDIA_TYPE, type ProblemDetails } from '@colophon/contract';
import { ColophonError } from '../../errors/colophon-error.ts';
import { requestPath } from './request-address.ts';
import { requestIdOf } from './request-id.ts';

interface ProblemContext {
  /** The requested path, without the query, which may contain values that should not be echoed. */
  readonly instance: string;
  readonly requestId: string;
}

/** Converts an error to problem details (RFC 9457); an error that is not Colophon's reveals nothing but that it happened. */
export function problemOf(error: unknown, { instance, requestId }: ProblemContext): ProblemDetails & Record<string, unknown> {
  const known = error instanceof ColophonError && error.code !== 'usage' && error.code !== 'registry' ? error : undefined;
  const status = known?.status ?? 500;
  const code = known?.code ?? 'internal';
  return {
    // First, so that no extension overrides a standard member, such as another site's status.
    ...known?.extensions,
    type: `urn:colophon:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: known?.message ?? 'An internal error occurred. The log has the details under the request id.',
    instance,
    code,
    requestId,
    ...(known && known.errors.length > 0 ? { errors: known.errors } : {}),
    ...(known?.hint === undefined ? {} : { hint: known.hint }),
    ...(known?.retryable === undefined ? {} : { retryable: known.retryable }),
  };
}

/** Where the two members of a problem that name its request are read from: a request, or what a host such as Hono hands to its handlers. */
export type ProblemSource = ProblemContext | Request | { readonly req: { readonly raw: Request } };

/**
 * Returns the response to a failed request.
 *
 * @param source the request, the context of the host's handler, or the path and the id of the request, if they are known already
 * @example
 * app.onError(problemResponse); // of Hono
 */
export function problemResponse(error: unknown, source: ProblemSource): Response {
  const context = contextOf(source);
  const problem = problemOf(error, context);
  const headers = new Headers({
    'Content-Type': PROBLEM_MEDIA_TYPE,
    'Cache-Control': 'no-store',
    ...answerHeaders(context),
  });
  if (error instanceof ColophonError) for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}

function contextOf(source: ProblemSource): ProblemContext {
  if ('requestId' in source) return source;
  const request = 'req' in source ? source.req.raw : source;
  return { instance: requestPath(request.url), requestId: requestIdOf(request) };
}
