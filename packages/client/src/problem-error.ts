import { isPlainObject, type FieldFault, type ProblemDetails } from '@colophon/contract';

/** The same in every copy of this package, so that an error is known wherever it was made. */
const MARK = Symbol.for('@colophon/client ProblemError');

/** What a {@link ProblemError} carries beside its message. */
export interface ProblemMembers {
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly title?: string | undefined;
  readonly errors?: readonly FieldFault[];
  readonly hint?: string | undefined;
  readonly retryable?: boolean;
  readonly requestId?: string | undefined;
  /** How long the server asks to wait before the next try, in milliseconds. */
  readonly retryAfterMilliseconds?: number | undefined;
  /** The whole problem document, extension members included. */
  readonly problem?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/**
 * Every failure of a request: what the server said (RFC 9457), or why there is nothing that it said.
 *
 * `code` is what a program branches on: the server's own, or `network` (no answer came), `timeout` (none came in time) or `not_ours`
 * (an answer that no Colophon application gives, such as the page of a proxy).
 *
 * @example
 * try {
 *   await client.put('/articles/{id}', { params: { path: { id } }, body, ifMatch: rev });
 * } catch (error) {
 *   if (ProblemError.isInstance(error) && error.code === 'precondition_failed') await merge(error.currentRev);
 *   else throw error;
 * }
 */
export class ProblemError extends Error {
  readonly code: string;
  readonly status: number;
  readonly title: string | undefined;
  readonly errors: readonly FieldFault[];
  readonly hint: string | undefined;
  /** Whether the same request may succeed later without being changed. */
  readonly retryable: boolean;
  readonly requestId: string | undefined;
  readonly retryAfterMilliseconds: number | undefined;
  readonly problem: Readonly<Record<string, unknown>> | undefined;
  readonly [MARK] = true;

  constructor(code: string, message: string, members: ProblemMembers) {
    super(message, members.cause === undefined ? undefined : { cause: members.cause });
    this.name = 'ProblemError';
    this.code = code;
    this.status = members.status;
    this.title = members.title;
    this.errors = members.errors ?? [];
    this.hint = members.hint;
    this.retryable = members.retryable ?? false;
    this.requestId = members.requestId;
    this.retryAfterMilliseconds = members.retryAfterMilliseconds;
    this.problem = members.problem;
  }

  /** After 412: the revision that the record is at. */
  get currentRev(): number | undefined {
    const current = this.problem?.['currentRev'];
    return typeof current === 'number' ? current : undefined;
  }

  static isInstance(this: void, value: unknown): value is ProblemError {
    return typeof value === 'object' && value !== null && MARK in value;
  }
}

/** Reads an error answer: problem details where it is such, else what can be said about an answer of somebody else. */
export function problemOf(response: Response, body: string, retryAfterMilliseconds: number | undefined): ProblemError {
  const { status } = response;
  const problem = parseProblem(response, body);
  if (problem === undefined) {
    const type = response.headers.get('content-type') ?? 'no type';
    return new ProblemError('not_ours', `The answer has the status ${status} and is ${type}, which is no problem document.`, {
      status,
      retryable: status === 429 || status >= 500,
      retryAfterMilliseconds,
    });
  }
  const text = (name: string): string | undefined => (typeof problem[name] === 'string' ? problem[name] : undefined);
  return new ProblemError(problem.code, text('detail') ?? text('title') ?? `The request failed with ${status}.`, {
    status,
    title: text('title'),
    errors: Array.isArray(problem['errors']) ? problem['errors'].filter(isFault) : [],
    hint: text('hint'),
    retryable: typeof problem['retryable'] === 'boolean' ? problem['retryable'] : status === 429 || status === 503,
    requestId: text('requestId'),
    retryAfterMilliseconds,
    problem,
  });
}

/** A body with a code is a problem, also where an older or newer server leaves members out. */
function parseProblem(response: Response, body: string): (Readonly<Record<string, unknown>> & Pick<ProblemDetails, 'code'>) | undefined {
  if (!/json/i.test(response.headers.get('content-type') ?? '')) return undefined;
  try {
    const value: unknown = JSON.parse(body);
    const code = isPlainObject(value) ? value['code'] : undefined;
    return isPlainObject(value) && typeof code === 'string' ? { ...value, code } : undefined;
  } catch {
    return undefined;
  }
}

function isFault(value: unknown): value is FieldFault {
  return isPlainObject(value) && [value['pointer'], value['code'], value['detail']].every((member) => typeof member === 'string');
}
