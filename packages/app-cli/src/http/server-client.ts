import { readRetryAfter } from '@colophon/base';
import { NetworkError, RefusedError } from '../errors/errors.ts';
import type { Io } from '../io/io.ts';
import { sanitizeLine } from '../io/sanitize.ts';
import { readApiError, type PointerName } from './api-error.ts';
import { parseJsonAnswer } from './json.ts';
import { redactHeader, redactUrl } from './redact.ts';
import type { TransportRequest, TransportResponse } from '../io/transport.ts';

/** The maximum size of a body, in bytes. */
export const BODY_LIMITS = { grant: 64 * 1024, discovery: 8 * 1024 * 1024, api: 64 * 1024 * 1024 } as const;

/** A request to the server of a client. */
export interface ServerRequest {
  readonly method: string;
  /** Relative to the base URL, starting with a slash, already encoded. */
  readonly path: string;
  readonly query?: URLSearchParams | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly token?: string | undefined;
  readonly maxBytes?: number;
  /** Whether the request can be retried safely. Default: GET and HEAD. */
  readonly repeatable?: boolean;
  /** Number of retries; 0 disables them. */
  readonly retries?: number;
  readonly timeoutMilliseconds?: number;
  readonly describePointer?: PointerName;
  /** Return 4xx and 5xx as responses instead of throwing. */
  readonly anyStatus?: boolean;
  /** Return a redirect as a response instead of throwing; it is never followed. */
  readonly anyRedirect?: boolean;
  /** Aborts this request. */
  readonly signal?: AbortSignal | undefined;
}

export interface ServerClientOptions {
  readonly io: Pick<Io, 'transport' | 'clock' | 'stderr'>;
  /** As returned by `parseServerUrl`. */
  readonly baseUrl: string;
  readonly signal: AbortSignal;
  readonly userAgent: string;
  readonly timeoutMilliseconds: number;
  readonly debug: boolean;
  readonly certificateAuthorities?: string | undefined;
}

const RETRIES = 2;
const RETRY_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const MAX_RETRY_WAIT_MILLISECONDS = 10_000;

/** The allowed characters of a bearer token (RFC 6750 §2.1); anything else could inject a header. */
const BEARER_TOKEN = /^[A-Za-z0-9\-._~+/]+=*$/;

/** Returns whether a text can be sent as a bearer token. */
export function isBearerToken(token: string): boolean {
  return token.length <= 8192 && BEARER_TOKEN.test(token);
}

/**
 * Sends requests to one server. Every request stays on its origin and below its base path, no redirect is followed, bodies are limited, and
 * requests that can be retried safely are retried if the server is busy.
 */
export class ServerClient {
  readonly baseUrl: string;
  readonly #options: ServerClientOptions;

  constructor(options: ServerClientOptions) {
    this.baseUrl = options.baseUrl;
    this.#options = options;
  }

  /**
   * Sends a request and returns a 2xx or 304 response.
   *
   * @throws ApiError for 4xx and 5xx, RefusedError for a redirect, NetworkError without a response
   */
  async request(request: ServerRequest): Promise<TransportResponse> {
    const url = this.url(request.path, request.query);
    for (let attempt = 0; ; attempt += 1) {
      const wait = await this.#attempt(request, url, attempt);
      if (typeof wait !== 'number') return wait;
      await this.#options.io.clock.sleep(wait, this.#options.signal);
    }
  }

  /** Sends a request and returns the parsed body; undefined for an empty one. */
  async requestJson(request: ServerRequest): Promise<unknown> {
    const response = await this.request(request);
    return response.body === '' ? undefined : parseJsonAnswer(response.body, `The response of ${request.method} ${request.path}`);
  }

  /**
   * Returns the absolute URL of a path below the base URL.
   *
   * @throws RefusedError if the path would lead elsewhere
   */
  url(path: string, query?: URLSearchParams): URL {
    const base = new URL(this.baseUrl);
    const url = new URL(`${this.baseUrl}${path}`);
    const below = base.pathname.replace(/\/$/, '');
    const expected = `${below}${path.split(/[?#]/, 1)[0] ?? ''}`;
    // The parser normalizes `..` and backslashes; a path that changes when parsed leads somewhere else.
    if (!path.startsWith('/') || url.origin !== base.origin || url.pathname !== expected) {
      throw new RefusedError('unsafe_path', `The path ${sanitizeLine(path, 200)} leads out of ${this.baseUrl}; nothing was sent`);
    }
    for (const [name, value] of query ?? []) url.searchParams.append(name, value);
    return url;
  }

  /** Makes one attempt: returns the response, or how long to wait before the next. */
  async #attempt(request: ServerRequest, url: URL, attempt: number): Promise<TransportResponse | number> {
    const retry = attempt < (request.retries ?? RETRIES) && (request.repeatable ?? (request.method === 'GET' || request.method === 'HEAD'));
    let response: TransportResponse;
    try {
      response = await this.#exchange(request, url);
    } catch (error) {
      // An unreachable server is reported immediately; a broken connection is retried once.
      if (error instanceof NetworkError && error.cut && retry && attempt === 0) return 250;
      throw error;
    }
    const { status } = response;
    const wait = retry && RETRY_STATUSES.has(status) ? waitBeforeRetry(response, this.#options.io.clock.now(), attempt) : undefined;
    if (wait !== undefined) return wait;
    if (status >= 300 && status < 400 && status !== 304 && request.anyRedirect !== true) throw redirectError(response, url);
    if (status >= 400 && request.anyStatus !== true) throw readApiError(response, request.describePointer, this.#options.io.clock.now());
    if (status < 200) throw new RefusedError('answer_status', `${url.host} responded with the status ${status}, which is not supported`);
    return response;
  }

  async #exchange(request: ServerRequest, url: URL): Promise<TransportResponse> {
    const { io, signal, userAgent, certificateAuthorities } = this.#options;
    const transportRequest: TransportRequest = {
      method: request.method,
      url,
      headers: headersFor(request, userAgent),
      body: request.json === undefined ? undefined : JSON.stringify(request.json),
      timeoutMilliseconds: request.timeoutMilliseconds ?? this.#options.timeoutMilliseconds,
      maxBytes: request.maxBytes ?? BODY_LIMITS.api,
      signal: request.signal === undefined ? signal : AbortSignal.any([signal, request.signal]),
      certificateAuthorities,
    };
    const started = io.clock.monotonic();
    this.#debug(() => `> ${transportRequest.method} ${redactUrl(url)}${headerLines('>', Object.entries(transportRequest.headers))}`);
    const response = await io.transport.send(transportRequest);
    this.#debug(
      () =>
        `< ${response.status} in ${Math.round(io.clock.monotonic() - started)} ms, ${response.body.length} characters${headerLines('<', response.headers)}`,
    );
    return response;
  }

  #debug(line: () => string): void {
    if (this.#options.debug) this.#options.io.stderr.write(`${line()}\n`);
  }
}

function headersFor(request: ServerRequest, userAgent: string): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json, application/problem+json', 'user-agent': userAgent };
  if (request.json !== undefined) {
    headers['content-type'] = 'application/json';
    headers['content-length'] = String(Buffer.byteLength(JSON.stringify(request.json)));
  }
  if (request.token !== undefined) {
    if (!isBearerToken(request.token))
      throw new RefusedError('token_malformed', 'The token contains characters that are not allowed in a bearer token; it was not sent');
    headers['authorization'] = `Bearer ${request.token}`;
  }
  return { ...headers, ...request.headers };
}

function headerLines(mark: string, headers: Iterable<readonly [string, string]>): string {
  return Array.from(headers, ([name, value]) => `\n${mark}   ${sanitizeLine(name, 100)}: ${redactHeader(name, value)}`).join('');
}

/** Undefined if the server asks for a longer wait than a command accepts: an earlier retry would be rejected again. */
function waitBeforeRetry(response: TransportResponse, now: number, attempt: number): number | undefined {
  const requestedDelay = readRetryAfter(response.headers.get('retry-after'), now);
  if (requestedDelay !== undefined) return requestedDelay <= MAX_RETRY_WAIT_MILLISECONDS ? requestedDelay : undefined;
  return Math.min(500 * 2 ** attempt * (0.75 + Math.random() / 2), MAX_RETRY_WAIT_MILLISECONDS);
}

function redirectError(response: TransportResponse, url: URL): RefusedError {
  const location = sanitizeLine(response.headers.get('location') ?? '', 200);
  const target = URL.canParse(location, url.href) ? new URL(location, url.href).origin : 'an address that cannot be read';
  return new RefusedError(
    'redirect_refused',
    `${url.host} wants to redirect this request to ${sanitizeLine(target, 200)}; it was not followed`,
    {
      hint: 'A token is only ever sent to the server you chose. If the server moved, sign in at its new address.',
    },
  );
}
