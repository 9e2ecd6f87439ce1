import createFetchClient, { type Client as FetchClient } from 'openapi-fetch';
import type { AnyPaths, Arguments, CallOptions, ItemOf, Method, PathOf, UntypedOptions, ValueOf } from '../calls/api-types.ts';
import { type Clock, systemClock } from '../clock/clock.ts';
import { EventConnection, type EventOptions } from '../events/event-connection.ts';
import type { ServerEvent } from '../events/parse-events.ts';
import { Transport } from '../http/transport.ts';
import { followPages } from '../calls/pages.ts';
import { ProblemError } from '../problems/problem-error.ts';
import { ifMatchHeader, revOfEtag } from '../calls/version.ts';

export interface ClientOptions {
  /** The address of the application, without a trailing slash; in a browser by default the page's own origin. */
  readonly baseUrl?: string;
  /** The path at which its API is mounted. Default: `/api/v1`. */
  readonly basePath?: string;
  /** A bearer token, read before each request; without one, same-origin cookies are sent. */
  readonly token?: string | (() => string | undefined | Promise<string | undefined>);
  /** Called on every 401. */
  readonly onSignedOut?: (problem: ProblemError) => void;
  /** Milliseconds to wait for a response; 30,000 by default. */
  readonly timeoutMilliseconds?: number;
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly clock?: Clock;
  readonly random?: () => number;
}

/** A response with its metadata. */
export interface Answer<Value> {
  readonly value: Value;
  readonly status: number;
  readonly etag: string | undefined;
  /** The revision of the returned record, for the `ifMatch` of the next change. */
  readonly rev: number | undefined;
  /** The location of the created record. */
  readonly location: string | undefined;
}

type Call<Paths extends object, M extends Method> = <Path extends PathOf<Paths, M>>(
  path: Path,
  ...options: Arguments<Paths, M, Path>
) => Promise<ValueOf<Paths, M, Path>>;

/** The typed client of an application. Every call returns a value or throws a {@link ProblemError}. */
export interface Client<Paths extends object> {
  readonly get: Call<Paths, 'get'>;
  readonly post: Call<Paths, 'post'>;
  readonly put: Call<Paths, 'put'>;
  readonly patch: Call<Paths, 'patch'>;
  readonly delete: Call<Paths, 'delete'>;
  /** Like the methods above, but returns metadata too: ETag, revision, location. */
  request<M extends Method, Path extends PathOf<Paths, M>>(
    method: M,
    path: Path,
    ...options: Arguments<Paths, M, Path>
  ): Promise<Answer<ValueOf<Paths, M, Path>>>;
  /** The pages of a list, each fetched on demand. */
  pages<Path extends PathOf<Paths, 'get'>>(
    path: Path,
    ...options: Arguments<Paths, 'get', Path>
  ): AsyncGenerator<ValueOf<Paths, 'get', Path>, void>;
  /** The items of a list, page by page. */
  items<Path extends PathOf<Paths, 'get'>>(
    path: Path,
    ...options: Arguments<Paths, 'get', Path>
  ): AsyncGenerator<ItemOf<ValueOf<Paths, 'get', Path>>, void>;
  /** Server-sent events from a path of the API, over `fetch`, reconnecting when the connection breaks. */
  events(path: string, options?: EventOptions): AsyncGenerator<ServerEvent, void>;
  /** Sets the expected user: with another user's session every request fails with 401 `session_over`. Null expects nobody. */
  expectUser(id: string | null): void;
}

const TIMEOUT_MILLISECONDS = 30_000;

/**
 * Creates the client of an application. `Paths` are the types generated from its OpenAPI document (`newsroom types`); without them every
 * path is accepted, and results are `unknown`.
 *
 * @example
 * const client = createClient<paths>({ baseUrl: 'https://news.example', token });
 * const article = await client.get('/articles/{id}', { params: { path: { id } } });
 * await client.put('/articles/{id}', { params: { path: { id } }, body: { title: 'New' }, ifMatch: article.rev });
 */
export function createClient<Paths extends object = AnyPaths>(options: ClientOptions = {}): Client<Paths> {
  const { token, clock = systemClock, random = Math.random } = options;
  const transport = new Transport({
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    token: typeof token === 'function' ? token : () => token,
    onSignedOut: options.onSignedOut ?? (() => undefined),
    timeoutMilliseconds: options.timeoutMilliseconds ?? TIMEOUT_MILLISECONDS,
    clock,
    random,
  });
  const baseUrl = `${(options.baseUrl ?? '').replace(/\/+$/, '')}${options.basePath ?? '/api/v1'}`;
  // The implementation is untyped; the types of the application are applied at the end.
  const requests = createFetchClient<UntypedPaths>({
    baseUrl,
    credentials: 'same-origin',
    fetch: (request) => transport.send(request),
  });
  let expected: string | null = null;
  const headers = (call: CallOptions): Record<string, string> => ({
    ...(expected !== null && { 'x-expect-user': expected }),
    ...(call.ifMatch !== undefined && { 'if-match': ifMatchHeader(call.ifMatch) }),
    ...(call.intent !== undefined && { 'idempotency-key': call.intent.key }),
    ...(call.background === true && { prefer: 'respond-async' }),
  });
  const send = (method: Method, path: string, call: UntypedOptions = {}): Promise<Answer<unknown>> =>
    answer(requests, method, path, call, headers(call));
  const value = (method: Method) => async (path: string, call?: UntypedOptions) => (await send(method, path, call)).value;
  const pages = (path: string, call?: UntypedOptions): AsyncGenerator<unknown, void> => followPages(value('get'), path, call);
  const untyped = {
    get: value('get'),
    post: value('post'),
    put: value('put'),
    patch: value('patch'),
    delete: value('delete'),
    request: send,
    pages,
    async *items(path: string, call?: UntypedOptions) {
      for await (const page of pages(path, call)) yield* (page as { readonly items: readonly unknown[] }).items;
    },
    events: (path: string, call: EventOptions = {}) =>
      new EventConnection({
        open: (init) => transport.open(new Request(`${baseUrl}${path}`, { credentials: 'same-origin', ...init })),
        headers: headers({}),
        clock,
        random,
      }).read(call),
    expectUser(id: string | null): void {
      expected = id;
      transport.forget();
    },
  };
  return untyped as unknown as Client<Paths>;
}

type UntypedPaths = Record<
  string,
  Record<Method, { readonly responses: Record<200, { readonly content: { 'application/json': unknown } }> }>
>;

async function answer(
  requests: FetchClient<UntypedPaths>,
  method: Method,
  path: string,
  { params, body, signal, keepalive }: UntypedOptions,
  headers: Record<string, string>,
): Promise<Answer<unknown>> {
  const init = {
    ...(params !== undefined && { params }),
    ...(body !== undefined && { body }),
    ...(signal !== undefined && { signal }),
    ...(keepalive !== undefined && { keepalive }),
    headers,
  };
  let result: { readonly data?: unknown; readonly response: Response };
  try {
    result = (await requests.request(method, path, init as never)) as typeof result;
  } catch (error) {
    // The library below parses the body and does not distinguish invalid JSON.
    if (error instanceof SyntaxError) throw new ProblemError('not_ours', 'The response is not JSON.', { status: 200, cause: error });
    throw error;
  }
  const { data, response } = result;
  const etag = response.headers.get('etag');
  return {
    value: data,
    status: response.status,
    etag: etag ?? undefined,
    rev: revOfEtag(etag),
    location: response.headers.get('location') ?? undefined,
  };
}
