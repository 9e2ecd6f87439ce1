import { isPlainObject } from '@colophon/base';
import { MalformedError, TooLargeError, UnsupportedMediaTypeError } from '@colophon/core';
import { receivedBody } from '@colophon/core/rest';

/** The maximum size of a body at these endpoints, in bytes. */
const LARGEST_BODY = 65_536;

/**
 * Returns the same request with its body in memory. A request can be delayed for minutes: a session is checked after the body has arrived
 * completely, so that nobody can finish a request after their session ended. A body that is too large is truncated, and rejected when it is
 * read.
 *
 * @throws MalformedError if it ends before it is complete
 */
export async function bufferRequest(request: Request): Promise<Request> {
  if (!request.body || Number(request.headers.get('content-length') ?? 0) > LARGEST_BODY) return request;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of receivedBody(request)) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > LARGEST_BODY) break;
  }
  return new Request(request.url, { method: request.method, headers: request.headers, body: Buffer.concat(chunks) });
}

/** The members of a body by name; all of them strings if it was a form. */
export interface SentBody {
  readonly form: boolean;
  readonly values: ReadonlyMap<string, unknown>;
}

/**
 * Parses a form or a JSON object; without a body there are no members.
 *
 * @throws TooLargeError, UnsupportedMediaTypeError, MalformedError
 */
export async function readBody(request: Request): Promise<SentBody> {
  const text = await readText(request);
  if (isForm(request)) return { form: true, values: formValues(text) };
  if (text.trim() === '') return { form: false, values: new Map() };
  if (mediaType(request) !== 'application/json') {
    throw new UnsupportedMediaTypeError('The body must be application/json or application/x-www-form-urlencoded.');
  }
  return { form: false, values: jsonValues(text) };
}

/** Whether the body is a form. */
export function isForm(request: Request): boolean {
  return mediaType(request) === 'application/x-www-form-urlencoded';
}

function mediaType(request: Request): string | undefined {
  return (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
}

function formValues(text: string): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, value] of new URLSearchParams(text)) {
    // A parameter must not be included more than once (RFC 6749 §3.2).
    if (values.has(name)) throw new MalformedError(`${name.slice(0, 100)} was sent twice.`, { code: 'repeated_parameter' });
    values.set(name, value);
  }
  return values;
}

function jsonValues(text: string): Map<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new MalformedError('The body is not JSON.', { code: 'malformed_json' });
  }
  if (!isPlainObject(parsed)) throw new MalformedError('The body must be a JSON object.', { code: 'malformed_json' });
  return new Map(Object.entries(parsed));
}

async function readText(request: Request): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > LARGEST_BODY) throw new TooLargeError(LARGEST_BODY);
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of receivedBody(request)) {
    size += chunk.byteLength;
    if (size > LARGEST_BODY) throw new TooLargeError(LARGEST_BODY);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** An optional member that must be a string. @throws MalformedError naming it */
export function textOf({ values }: SentBody, name: string): string | undefined {
  const value = values.get(name);
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return value;
  throw new MalformedError(`${name}: must be text.`, { errors: [{ pointer: `/${name}`, code: 'not_text', detail: 'must be text' }] });
}

/** A required member. @throws MalformedError naming it */
export function requiredText(body: SentBody, name: string, requirement: string): string {
  const value = textOf(body, name);
  if (value !== undefined && value !== '') return value;
  throw new MalformedError(`${name}: ${requirement}.`, { errors: [{ pointer: `/${name}`, code: 'required', detail: requirement }] });
}
