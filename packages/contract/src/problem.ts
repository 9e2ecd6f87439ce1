import { isPlainObject } from './json.ts';

/** The media type of every error response. */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** One invalid part of a request. */
export interface FieldFault {
  /** JSON Pointer (RFC 6901) into the request body, or `/query/<name>` for a query parameter. */
  readonly pointer: string;
  /** Stable, in lower_snake_case, e.g. `required` or `unknown_property`. */
  readonly code: string;
  /** One sentence for a person. */
  readonly detail: string;
}

/**
 * The body of every error response: RFC 9457 problem details and Colophon's extension members.
 *
 * An error with further members extends this interface, as `publish_readiness` does with `profileKey`.
 */
export interface ProblemDetails {
  /** A URI that names the kind of problem; `about:blank` if the status says everything. */
  readonly type: string;
  readonly title: string;
  /** The HTTP status, 400 to 599. */
  readonly status: number;
  readonly detail: string;
  /** The requested path. */
  readonly instance: string;
  /** Stable, in lower_snake_case: for programs to branch on. */
  readonly code: string;
  /** The id to quote when reporting the error to the operator. */
  readonly requestId: string;
  readonly errors?: readonly FieldFault[];
  /** The remedy. */
  readonly hint?: string;
  /** Whether the same request may succeed later without changes. */
  readonly retryable?: boolean;
}

/**
 * Returns whether a parsed body is complete problem details, extension members allowed.
 *
 * The error body of a proxy or of another server may have fewer members: read it field by field instead.
 *
 * @example
 * const body: unknown = await response.json();
 * if (isProblemDetails(body) && body.code === 'publish_readiness') showRequirements(body);
 */
export function isProblemDetails(value: unknown): value is ProblemDetails {
  if (!isPlainObject(value)) return false;
  const texts = [value['type'], value['title'], value['detail'], value['instance'], value['code'], value['requestId']];
  if (!texts.every((text) => typeof text === 'string')) return false;
  const status = value['status'];
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 400 || status > 599) return false;
  const { errors, hint, retryable } = value;
  if (errors !== undefined && !(Array.isArray(errors) && errors.every(isFieldFault))) return false;
  if (hint !== undefined && typeof hint !== 'string') return false;
  return retryable === undefined || typeof retryable === 'boolean';
}

function isFieldFault(value: unknown): value is FieldFault {
  return isPlainObject(value) && [value['pointer'], value['code'], value['detail']].every((text) => typeof text === 'string');
}
