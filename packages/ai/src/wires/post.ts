import { readBounded, type BoundedBody } from '../transport/bounded-body.ts';

/** How a wire of ours sends: the guarded `fetch`, and the most bytes of an answer that are read. */
export interface WireTransport {
  fetch: typeof globalThis.fetch;
  maxBytes: number;
}

/** One JSON request of a model of ours. */
export interface WirePost extends WireTransport {
  kind: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
  signal: AbortSignal | undefined;
}

/** What a request of ours was written from, so that its limits are read without parsing it again. */
const sent = Symbol('colophon.ai.body');

interface SentInit extends RequestInit {
  [sent]?: unknown;
}

/** The object that the body of a request was written from, for requests that {@link postJson} makes. */
export function sentBody(init: RequestInit | undefined): unknown {
  return (init as SentInit | undefined)?.[sent];
}

/** Posts JSON and gives back the answer when it succeeded; throws what {@link failedReply} makes otherwise. */
export async function postJson({ fetch, maxBytes, kind, url, headers, body, signal }: WirePost): Promise<BoundedBody> {
  const init: SentInit = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
  init[sent] = body;
  if (signal !== undefined) init.signal = signal;
  const response = await fetch(url, init);
  const reply = readBounded(response, maxBytes, kind);
  if (response.ok) return reply;
  throw failedReply(response, await reply.text());
}

/** Makes the error of a failed reply in the form the AI SDK's models throw, without the request's body. */
export function failedReply(response: Response, responseBody: string): Error {
  return Object.assign(new Error('The request failed.'), {
    name: 'AI_APICallError',
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    responseBody,
  });
}
