import { type Clock } from '../clock.ts';
import { ProblemError, problemOf } from '../problem-error.ts';
import { EtagCache } from './etag-cache.ts';
import { readRetryAfter } from './retry-after.ts';

/** How requests are sent. */
export interface TransportOptions {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The bearer token now; undefined sends cookies to the same origin instead. */
  readonly token: () => string | undefined | Promise<string | undefined>;
  readonly onSignedOut: (problem: ProblemError) => void;
  readonly timeoutMilliseconds: number;
  readonly clock: Clock;
  /** 0 to 1. */
  readonly random: () => number;
}

const TRIES = 3;
/** What a person waits for; a server that asks for more is believed and the request fails at once. */
const MAX_WAIT_MILLISECONDS = 10_000;

/** Sends requests: with the token, with what is known by its ETag, again when the server is busy, and not longer than is allowed. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #cache = new EtagCache();
  /** Whose answers are kept: those of the last token and of the user that is expected. */
  #cachedFor = '';

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  /**
   * Sends a request until it is answered with 2xx.
   *
   * @throws ProblemError for any other answer, and for none; the abort reason when the request's own signal fires
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

  /** Sends a request and hands back its answer as a stream, 2xx alone; it is neither kept nor cut off after a time. */
  async open(request: Request): Promise<Response> {
    const prepared = await this.#prepare(request);
    const response = await this.#fetch(prepared, prepared.signal);
    if (response.ok) return response;
    throw await this.#refused(response);
  }

  /** Forgets the answers that are kept. */
  forget(): void {
    this.#cache.clear();
  }

  async #prepare(request: Request): Promise<Request> {
    const token = await this.#options.token();
    const owner = `${token ?? ''} ${request.headers.get('x-expect-user') ?? ''}`;
    if (owner !== this.#cachedFor) this.#cache.clear();
    this.#cachedFor = owner;
    if (token === undefined) return request;
    if (!/^[A-Za-z0-9\-._~+/]+=*$/.test(token)) throw new TypeError('The token holds characters that no bearer token has.');
    const headers = new Headers(request.headers);
    headers.set('authorization', `Bearer ${token}`);
    // A token goes to the address that it was given for and nowhere else, and no cookie beside it.
    return new Request(request, { headers, credentials: 'omit', redirect: 'error' });
  }

  async #exchange(request: Request): Promise<Response> {
    const timeout = AbortSignal.timeout(this.#options.timeoutMilliseconds);
    const known = request.method === 'GET' ? this.#cache.etag(request.url) : undefined;
    const asked = request.clone();
    if (known !== undefined) asked.headers.set('if-none-match', known);
    const response = await this.#fetch(asked, AbortSignal.any([request.signal, timeout]), timeout);
    if (response.status === 304) {
      const kept = this.#cache.answer(request.url);
      return kept ?? (await this.#fetch(request.clone(), request.signal));
    }
    if (!response.ok) throw await this.#refused(response);
    const whole = await this.#whole(response, request, timeout);
    return request.method === 'GET' ? this.#cache.keep(request.url, whole) : whole;
  }

  /** The answer once all of it is there: where it breaks off, whether the work was done is as unknown as without any answer. */
  async #whole(response: Response, request: Request, timeout: AbortSignal): Promise<Response> {
    // Browsers have a body for these too, which is empty, and take none where an answer is made of it.
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
    // Whoever gave up wants to hear of that and not of a broken network.
    if (request.signal.aborted) return request.signal.reason;
    if (timeout?.aborted === true)
      return new ProblemError('timeout', 'The server did not answer in time.', { status: 0, retryable: true, cause });
    return new ProblemError('network', 'The server cannot be reached.', { status: 0, retryable: true, cause });
  }

  async #refused(response: Response): Promise<ProblemError> {
    const body = await response.text().catch(() => '');
    const problem = problemOf(response, body, readRetryAfter(response.headers, this.#options.clock.now()));
    if (problem.status === 401) this.#options.onSignedOut(problem);
    return problem;
  }

  /** Milliseconds; undefined when trying again would not help. */
  #waitAfter(error: unknown, attempt: number): number | undefined {
    if (!ProblemError.isInstance(error) || (error.status !== 429 && error.status !== 503)) return undefined;
    const own = 500 * 2 ** attempt * (0.75 + this.#options.random() / 2);
    const wait = error.retryAfterMilliseconds ?? own;
    return wait <= MAX_WAIT_MILLISECONDS ? wait : undefined;
  }
}

/** Statuses of answers that have no body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205]);

/** Trying again must not do the work twice. */
function isRepeatable(request: Request): boolean {
  return request.method === 'GET' || request.method === 'HEAD' || request.headers.has('idempotency-key');
}
