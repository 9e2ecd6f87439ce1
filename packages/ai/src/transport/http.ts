import { AIError } from '../errors/errors.ts';
import { errorFromFailure } from '../errors/from-failure.ts';
import { errorFromResponse, type FailureContext } from '../errors/from-response.ts';
import { boundBody } from './bounded-body.ts';

/** Everything that a request of our own wires needs from its client. */
export interface HttpClient {
  readonly fetch: typeof globalThis.fetch;
  readonly maxBytes: number;
  /** Counts a request that is sent. */
  readonly onAttempt: () => void;
  readonly signal: AbortSignal;
  readonly failure: FailureContext;
  /** Sent with every request, overriding its own headers; never with a download from elsewhere. */
  readonly headers?: Record<string, string>;
}

/** One request of our own wires. `body` is sent as JSON, `form` unchanged. */
export interface HttpRequest {
  url: string;
  method?: 'GET' | 'POST' | 'DELETE';
  headers?: Record<string, string>;
  body?: unknown;
  form?: FormData;
}

/**
 * Sends one request and returns the response if it succeeded. There is no retry, redirects are not followed (they would carry keys
 * elsewhere), and the body is limited by the client's maximum.
 *
 * @throws AIError for every failure.
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
 * Sends one request and parses the response as a JSON object.
 *
 * @throws AIError `INVALID_RESPONSE` if it is not a JSON object.
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
  throw new AIError(`${client.failure.provider}: the response is not a JSON object.`, {
    code: 'INVALID_RESPONSE',
    provider: client.failure.provider,
    status: response.status,
  });
}

/** Parses JSON; `undefined` if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
