import { isPlainObject } from './json.ts';

/** The media type of every error answer. */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** One faulty part of a request. */
export interface FieldFault {
  /** JSON Pointer (RFC 6901) into the request body, or `/query/<name>` for a query parameter. */
  readonly pointer: string;
  /** Stable, lower_snake, e.g. `required` or `unknown_property`. */
  readonly code: string;
  /** One sentence for a person. */
  readonly detail: string;
}

/**
 * The body of every error answer: RFC 9457 problem details and Colophon's extension members.
 *
 * An error that carries more extends this interface with its own members, as `publish_readiness` does with `profileKey`.
 */
export interface ProblemDetails {
  /** A URI that names the kind of problem; `about:blank` when the status says it all. */
  readonly type: string;
  readonly title: string;
  /** The HTTP status, 400 to 599. */
  readonly status: number;
  readonly detail: string;
  /** The path that was asked for. */
  readonly instance: string;
  /** Stable and lower_snake: what a program branches on. */
  readonly code: string;
  /** What to quote to the people who run the server. */
  readonly requestId: string;
  readonly errors?: readonly FieldFault[];
  /** What to do about it. */
  readonly hint?: string;
  /** Whether the same request may succeed later without being changed. */
  readonly retryable?: boolean;
}

/**
 * Tells whether a parsed body is problem details in full, extension members allowed.
 *
 * Read the body of a proxy or of another server, which may carry fewer members, field by field instead.
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
