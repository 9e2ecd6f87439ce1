import type { Answer, Intent, Method, ServerEvent } from '@colophon/client';

/**
 * What the UI needs of a client: whatever `createClient` of `@colophon/client` makes for any application that has content.
 */
export interface ColophonClient {
  request(method: never, path: never, ...options: never): Promise<Answer<unknown>>;
  events(path: string, options?: { readonly body?: unknown; readonly signal?: AbortSignal }): AsyncGenerator<ServerEvent, void>;
}

/** What a request takes beside its address. */
export interface RequestOptions {
  readonly params?: { readonly path?: Readonly<Record<string, string>>; readonly query?: Readonly<Record<string, unknown>> };
  readonly body?: unknown;
  readonly ifMatch?: number | string | undefined;
  readonly intent?: Intent | undefined;
  readonly background?: boolean | undefined;
  /** Sent although the page is left meanwhile: 64 KB at most. */
  readonly keepalive?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A request to an address that the types of the application may not know. The client knows its own application's routes; the UI speaks
 * to any, so the types are put on where the answer is read.
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
