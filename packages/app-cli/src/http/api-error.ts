import { readRetryAfter } from '@colophon/base';
import { isPlainObject } from '@colophon/contract';
import { ApiError } from '../errors/errors.ts';
import { sanitizeLine } from '../io/sanitize.ts';
import { MAX_JSON_DEPTH, parseJsonAnswer } from './json.ts';
import type { TransportResponse } from '../io/transport.ts';

/** How to display the pointer of an invalid field, e.g. `/title` as `--title`. */
export type PointerName = (pointer: string) => string;

const MAX_FAULT_LINES = 50;

/**
 * Parses an error response: problem details (RFC 9457), OAuth errors, or the error page of a proxy.
 *
 * @param describePointer how to name an invalid field; by default its pointer @param now milliseconds since 1970, to compute the
 * delay until a date in `Retry-After`
 */
export function readApiError(
  response: TransportResponse,
  describePointer: PointerName = (pointer) => pointer,
  now: number = Date.now(),
): ApiError {
  const problem = parseProblem(response);
  const { status } = response;
  const detail =
    firstText(problem, ['detail', 'title', 'error_description', 'message', 'error']) ?? plainText(response) ?? 'no reason was given';
  const code = firstText(problem, ['code', 'error']) ?? `http_${status}`;
  const requestId = firstText(problem, ['requestId']);
  const lines = faultLines(problem, detail, describePointer);
  if (requestId !== undefined) lines.push(`request ${requestId}`);
  const retryAfterMilliseconds = readRetryAfter(response.headers.get('retry-after'), now);
  const hint = firstText(problem, ['hint']) ?? hintFor(status, retryAfterMilliseconds);
  return new ApiError(status, code, `${detail} (${status} ${code})`, problem, { hint, lines, retryAfterMilliseconds });
}

function parseProblem(response: TransportResponse): Readonly<Record<string, unknown>> {
  if (!/json/i.test(response.headers.get('content-type') ?? '')) return {};
  try {
    const value = parseJsonAnswer(response.body, `A response nested deeper than ${MAX_JSON_DEPTH} levels`);
    return isPlainObject(value) ? value : {};
  } catch {
    return {};
  }
}

function firstText(problem: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = problem[name];
    if (typeof value === 'string' && value.trim() !== '') return sanitizeLine(value, 512);
  }
  return undefined;
}

function plainText(response: TransportResponse): string | undefined {
  if (/html/i.test(response.headers.get('content-type') ?? '')) return undefined;
  const text = sanitizeLine(response.body.slice(0, 512), 512);
  return text === '' || text.startsWith('{') ? undefined : text;
}

/** Returns a line for each fault that the message does not already contain. */
function faultLines(problem: Readonly<Record<string, unknown>>, detail: string, describePointer: PointerName): string[] {
  const faults: unknown = problem['errors'];
  if (!Array.isArray(faults)) return [];
  return faults.slice(0, MAX_FAULT_LINES).flatMap((fault: unknown) => {
    if (!isPlainObject(fault) || typeof fault['detail'] !== 'string' || detail.includes(fault['detail'])) return [];
    const name = typeof fault['pointer'] === 'string' ? sanitizeLine(describePointer(fault['pointer']), 200) : '';
    return [name === '' ? sanitizeLine(fault['detail'], 512) : `${name}: ${sanitizeLine(fault['detail'], 512)}`];
  });
}

function hintFor(status: number, retryAfterMilliseconds: number | undefined): string | undefined {
  if (retryAfterMilliseconds !== undefined && (status === 429 || status >= 500)) {
    return `Try again in ${Math.ceil(retryAfterMilliseconds / 1000)} seconds.`;
  }
  if (status === 412) return 'Somebody has changed the record in the meantime: read it again and repeat with its revision in --if-match.';
  return undefined;
}
