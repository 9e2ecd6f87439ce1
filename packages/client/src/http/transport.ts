import { readRetryAfter } from '@colophon/base';
import { type Clock } from '../clock/clock.ts';
import { ProblemError, problemOf } from '../problems/problem-error.ts';
import { EtagCache } from './etag-cache.ts';

/** Options for sending requests. */
export interface TransportOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The current bearer token; undefined sends same-origin cookies instead. */
  readonly token: () => string | undefined | Promise<string | undefined>;
  readonly onSignedOut: (problem: ProblemError) => void;
  readonly timeoutMilliseconds: number;
  readonly clock: Clock;
  /** 0 to 1. */
  readonly random: () => number;
}

const TRIES = 3;
/** The longest delay that a person waits for; if the server requests a longer one, the request fails at once. */
const MAX_WAIT_MILLISECONDS = 10_000;

/** Sends requests: with the token, the cached ETag, retries when the server is busy, and a timeout. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #cache = new EtagCache();
  /** The owner of the cached responses: the last token and the expected user. */
  #cachedFor = '';

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /**
   * Sends a request until the response is 2xx.
   *
   * @throws ProblemError for any other response, and for none; the abort reason if the request's own signal aborts
   */
  async send(request: Request): Promise<Response> {
    const prepared = await this.#prepare(request);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.#exchange(prepared);
      } catch (error) {
        const wait = attempt < TRIES - 1 && isRepeatable(prepared) ? this.#waitAfter(error, attempt) : undefined;
        if (wait === undefined) throw error;
        await this.#options.clock.sleep(wait, prepared.signal);
      }
    }
  }

  /** Sends a request and returns the response as a stream, only if it is 2xx; it is neither cached nor limited in time. */
  async open(request: Request): Promise<Response> {
    const prepared = await this.#prepare(request);
    const response = await this.#fetch(prepared, prepared.signal);
    if (response.ok) return response;
    throw await this.#refused(response);
  }

  /** Clears the cached responses. */
  forget(): void {
    this.#cache.clear();
  }

  async #prepare(request: Request): Promise<Request> {
    const token = await this.#options.token();
    const owner = `${token ?? ''} ${request.headers.get('x-expect-user') ?? ''}`;
    if (owner !== this.#cachedFor) this.#cache.clear();
    this.#cachedFor = owner;
    if (token === undefined) return request;
    if (!/^[A-Za-z0-9\-._~+/]+=*$/.test(token)) throw new TypeError('The token contains characters that are invalid in a bearer token.');
    const headers = new Headers(request.headers);
    headers.set('authorization', `Bearer ${token}`);
    // A token is sent to its own origin only, and never together with cookies.
    return new Request(request, { headers, credentials: 'omit', redirect: 'error' });
  }

  async #exchange(request: Request): Promise<Response> {
    const timeout = AbortSignal.timeout(this.#options.timeoutMilliseconds);
    const cachedTag = request.method === 'GET' ? this.#cache.etag(request.url) : undefined;
    const attemptRequest = request.clone();
    if (cachedTag !== undefined) attemptRequest.headers.set('if-none-match', cachedTag);
    const response = await this.#fetch(attemptRequest, AbortSignal.any([request.signal, timeout]), timeout);
    if (response.status === 304) {
      const cached = this.#cache.answer(request.url);
      return cached ?? (await this.#fetch(request.clone(), request.signal));
    }
    if (!response.ok) throw await this.#refused(response);
    const complete = await this.#whole(response, request, timeout);
    return request.method === 'GET' ? this.#cache.keep(request.url, complete) : complete;
  }

  /** Returns the complete response: if it is truncated, the outcome of the request is as unknown as without any response. */
  async #whole(response: Response, request: Request, timeout: AbortSignal): Promise<Response> {
    // Browsers provide an empty body for these statuses, but reject one in the constructor of a response.
    if (response.body === null || WITHOUT_BODY.has(response.status)) return response;
    try {
      return new Response(await response.arrayBuffer(), { status: response.status, headers: response.headers });
    } catch (cause) {
      throw this.#broken(request, timeout, cause);
    }
  }

  async #fetch(request: Request, signal: AbortSignal, timeout?: AbortSignal): Promise<Response> {
    try {
      return await this.#options.fetch(new Request(request, { signal }));
    } catch (cause) {
      throw this.#broken(request, timeout, cause);
    }
  }

  #broken(request: Request, timeout: AbortSignal | undefined, cause: unknown): unknown {
    // An abort by the caller is reported as such, not as a network error.
    if (request.signal.aborted) return request.signal.reason;
    if (timeout?.aborted === true)
      return new ProblemError('timeout', 'The server did not respond in time.', { status: 0, retryable: true, cause });
    return new ProblemError('network', 'The server cannot be reached.', { status: 0, retryable: true, cause });
  }

  async #refused(response: Response): Promise<ProblemError> {
    const body = await response.text().catch(() => '');
    const problem = problemOf(response, body, readRetryAfter(response.headers.get('retry-after'), this.#options.clock.now()));
    if (problem.status === 401) this.#options.onSignedOut(problem);
    return problem;
  }

  /** Returns the delay in milliseconds; undefined if a retry would not help. */
  #waitAfter(error: unknown, attempt: number): number | undefined {
    if (!ProblemError.isInstance(error) || (error.status !== 429 && error.status !== 503)) return undefined;
    const own = 500 * 2 ** attempt * (0.75 + this.#options.random() / 2);
    const wait = error.retryAfterMilliseconds ?? own;
    return wait <= MAX_WAIT_MILLISECONDS ? wait : undefined;
  }
}

/** Statuses of responses without a body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205]);

/** A retry must not do the work twice. */
function isRepeatable(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD' || request.headers.has('idempotency-key');
}
