/** One JSON request of a model of ours, through the guarded `fetch`. */
export interface WirePost {
  fetch: typeof globalThis.fetch;
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

/** Posts JSON and gives back the response when it succeeded; throws what {@link failedReply} makes otherwise. */
export async function postJson({ fetch, url, headers, body, signal }: WirePost): Promise<Response> {
  const init: SentInit = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
  init[sent] = body;
  if (signal !== undefined) init.signal = signal;
  const response = await fetch(url, init);
  if (response.ok) return response;
  throw failedReply(response, await response.text());
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
