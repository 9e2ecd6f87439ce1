import { answerHeaders } from './answer-headers.ts';
import { STATUS_CODES } from 'node:http';
import { PROBLEM_MEDIA_TYPE, type ProblemDetails } from '@colophon/contract';
import { ColophonError } from '../../errors/colophon-error.ts';

interface ProblemContext {
  /** The path asked for, without the query: it may carry what should not be echoed. */
  readonly instance: string;
  readonly requestId: string;
}

/** An error as problem details (RFC 9457); one that is not Colophon's says nothing but that it happened. */
export function problemOf(error: unknown, { instance, requestId }: ProblemContext): ProblemDetails & Record<string, unknown> {
  const known = error instanceof ColophonError && error.code !== 'usage' && error.code !== 'registry' ? error : undefined;
  const status = known?.status ?? 500;
  const code = known?.code ?? 'internal';
  return {
    // First, so that none of them takes the place of a member that has a meaning of its own: another site's status, for example.
    ...known?.extensions,
    type: `urn:colophon:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: known?.message ?? 'Something went wrong on our side. The request id finds it in the log.',
    instance,
    code,
    requestId,
    ...(known && known.errors.length > 0 ? { errors: known.errors } : {}),
    ...(known?.hint === undefined ? {} : { hint: known.hint }),
    ...(known?.retryable === undefined ? {} : { retryable: known.retryable }),
  };
}

/** The answer to a request that failed. */
export function problemResponse(error: unknown, context: ProblemContext): Response {
  const problem = problemOf(error, context);
  const headers = new Headers({
    'Content-Type': PROBLEM_MEDIA_TYPE,
    'Cache-Control': 'no-store',
    ...answerHeaders(context),
  });
  if (error instanceof ColophonError) for (const [name, value] of Object.entries(error.headers)) headers.set(name, value);
  return new Response(JSON.stringify(problem), { status: problem.status, headers });
}
