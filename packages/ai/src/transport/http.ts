import { AIError } from '../errors/errors.ts';
import { errorFromFailure } from '../errors/from-failure.ts';
import { errorFromResponse, type FailureContext } from '../errors/from-response.ts';
import { boundBody } from './bounded-body.ts';

/** Everything a request of our own wires needs from the client that makes it. */
export interface HttpClient {
  readonly fetch: typeof globalThis.fetch;
  readonly maxBytes: number;
  /** Counts a request that really leaves. */
  readonly onAttempt: () => void;
  readonly signal: AbortSignal;
  readonly failure: FailureContext;
  /** Sent with every request, over its own; never with a download from elsewhere. */
  readonly headers?: Record<string, string>;
}

/** One request of our own wires. `body` is sent as JSON, `form` as it is. */
export interface HttpRequest {
  url: string;
  method?: 'GET' | 'POST' | 'DELETE';
  headers?: Record<string, string>;
  body?: unknown;
  form?: FormData;
}

/**
 * Sends one request and gives back the response when it succeeded. There is no retry, redirects are not
 * followed (they would carry keys elsewhere), and the body cannot outgrow the client's bound.
 *
 * @throws AIError of the tree for every failure.
 */
export async function send(client: HttpClient, request: HttpRequest): Promise<Response> {
  try {
    client.signal.throwIfAborted();
    client.onAttempt();
    const response = await client.fetch(request.url, {
      method: request.method ?? (request.body === undefined && request.form === undefined ? 'GET' : 'POST'),
      headers: { ...(request.body === undefined ? {} : { 'content-type': 'application/json' }), ...request.headers, ...client.headers },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(request.form === undefined ? {} : { body: request.form }),
      signal: client.signal,
      redirect: 'manual',
    });
    const bounded = boundBody(response, client.maxBytes, client.failure.provider);
    if (response.ok) return bounded;
    throw errorFromResponse(
      { status: response.status, header: (name) => response.headers.get(name), bodyText: await bounded.text() },
      client.failure,
    );
  } catch (failure) {
    throw errorFromFailure(failure, client.failure);
  }
}

/**
 * Sends one request and reads the answer as a JSON object.
 *
 * @throws AIError `INVALID_RESPONSE` when the answer is something else.
 */
export async function sendJson(client: HttpClient, request: HttpRequest): Promise<Record<string, unknown>> {
  const response = await send(client, request);
  let text: string;
  try {
    text = await response.text();
  } catch (failure) {
    throw errorFromFailure(failure, client.failure);
  }
  const value = parseJson(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new AIError(`${client.failure.provider}: the answer is not a JSON object.`, {
    code: 'INVALID_RESPONSE',
    provider: client.failure.provider,
    status: response.status,
  });
}

/** Parses JSON; `undefined` when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
