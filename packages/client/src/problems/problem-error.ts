import { isPlainObject, type FieldFault, type ProblemDetails } from '@colophon/contract';

/** The same in every copy of this package, so that errors are recognized across copies. */
const MARK = Symbol.for('@colophon/client ProblemError');

/** The details of a {@link ProblemError}. */
export interface ProblemMembers {
  /** The HTTP status; 0 without a response. */
  readonly status: number;
  readonly title?: string | undefined;
  readonly errors?: readonly FieldFault[];
  readonly hint?: string | undefined;
  readonly retryable?: boolean;
  readonly requestId?: string | undefined;
  /** The delay before a retry that the server requested, in milliseconds. */
  readonly retryAfterMilliseconds?: number | undefined;
  /** The whole problem document, extension members included. */
  readonly problem?: Readonly<Record<string, unknown>> | undefined;
  readonly cause?: unknown;
}

/**
 * The failure of a request: the server's problem details (RFC 9457), or the reason why there are none.
 *
 * Programs branch on `code`: the server's own, or `network` (no response), `timeout` (none in time) or `not_ours`
 * (a response that no Colophon application sends, such as the page of a proxy).
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
  /** Whether the same request may succeed later. */
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

  /** After 412: the current revision of the record. */
  get currentRev(): number | undefined {
    const current = this.problem?.['currentRev'];
    return typeof current === 'number' ? current : undefined;
  }

  static isInstance(this: void, value: unknown): value is ProblemError {
    return typeof value === 'object' && value !== null && MARK in value;
  }
}

/** Creates the error for a response: from its problem details, otherwise from its status and type. */
export function problemOf(response: Response, body: string, retryAfterMilliseconds: number | undefined): ProblemError {
  const { status } = response;
  const problem = parseProblem(response, body);
  if (problem === undefined) {
    const type = response.headers.get('content-type') ?? 'no type';
    return new ProblemError('not_ours', `The response has the status ${status} and the type ${type}, and is not a problem document.`, {
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

/** A body with a code is a problem, even if an older or newer server omits members. */
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
