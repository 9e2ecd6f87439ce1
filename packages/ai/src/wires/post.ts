import { readBounded, type BoundedBody } from '../transport/bounded-body.ts';

/** How one of our own wires sends: the guarded `fetch`, and the maximum size of a response in bytes. */
export interface WireTransport {
  fetch: typeof globalThis.fetch;
  maxBytes: number;
}

/** One JSON request of one of our own models. */
export interface WirePost extends WireTransport {
  kind: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
  signal: AbortSignal | undefined;
}

/** The object from which a request was serialized, so that its limits are read without parsing it again. */
const bodyKey = Symbol('colophon.ai.body');

interface SentInit extends RequestInit {
  [bodyKey]?: unknown;
}

/** The object from which the body of a request was serialized, for requests of {@link postJson}. */
export function sentBody(init: RequestInit | undefined): unknown {
  return (init as SentInit | undefined)?.[bodyKey];
}

/** Posts JSON and returns the response if it succeeded; otherwise throws the error of {@link failedReply}. */
export async function postJson({ fetch, maxBytes, kind, url, headers, body, signal }: WirePost): Promise<BoundedBody> {
  const init: SentInit = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
  init[bodyKey] = body;
  if (signal !== undefined) init.signal = signal;
  const response = await fetch(url, init);
  const reply = readBounded(response, maxBytes, kind);
  if (response.ok) return reply;
  throw failedReply(response, await reply.text());
}

/** Posts a form, as {@link postJson} posts JSON. */
export async function postForm(
  { fetch, maxBytes, kind, url, headers, signal }: Omit<WirePost, 'body'>,
  form: FormData,
): Promise<BoundedBody> {
  const response = await fetch(url, { method: 'POST', headers, body: form, ...(signal === undefined ? {} : { signal }) });
  const reply = readBounded(response, maxBytes, kind);
  if (response.ok) return reply;
  throw failedReply(response, await reply.text());
}

/** Creates the error of a failed response in the form that the AI SDK's models throw, without the request's body. */
export function failedReply(response: Response, responseBody: string): Error {
  return Object.assign(new Error('The request failed.'), {
    name: 'AI_APICallError',
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody,
  });
}
