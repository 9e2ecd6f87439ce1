/** One JSON request of a model of ours, through the guarded `fetch`. */
export interface WirePost {
  fetch: typeof globalThis.fetch;
  url: string;
  headers: Record<string, string>;
  body: unknown;
  signal: AbortSignal | undefined;
}

/** Posts JSON and gives back the response when it succeeded; throws what {@link failedReply} makes otherwise. */
export async function postJson({ fetch, url, headers, body, signal }: WirePost): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
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
