import type { Answer, Intent, Method, ServerEvent } from '@colophon/client';

/**
 * The part of a client that the UI needs: that of `createClient` of `@colophon/client`, for any application with content.
 */
export interface ColophonClient {
  request(method: never, path: never, ...options: never): Promise<Answer<unknown>>;
  events(path: string, options?: { readonly body?: unknown; readonly signal?: AbortSignal }): AsyncGenerator<ServerEvent, void>;
}

/** The options of a request. */
export interface RequestOptions {
  readonly params?: { readonly path?: Readonly<Record<string, string>>; readonly query?: Readonly<Record<string, unknown>> };
  readonly body?: unknown;
  readonly ifMatch?: number | string | undefined;
  readonly intent?: Intent | undefined;
  readonly background?: boolean | undefined;
  /** Sends the request even if the page is left meanwhile; at most 64 KB. */
  readonly keepalive?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends a request to a route that the application's types may not include. The client is typed for its own application's routes, but the
 * UI works with any application, so the response is typed by the caller.
 */
export async function send<Value = unknown>(
  client: ColophonClient,
  method: Method,
  path: string,
  options: RequestOptions = {},
): Promise<Answer<Value>> {
  const untyped = client as unknown as { request(method: Method, path: string, options: RequestOptions): Promise<Answer<Value>> };
  return untyped.request(method, path, options);
}
