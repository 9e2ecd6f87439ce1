import { OutboundError } from './errors/errors.ts';
import type { Outbound } from './outbound.ts';
import type { OutboundRequest } from './exchange/request.ts';

export interface FetchAdapterOptions {
  /** Whether an `Authorization` header is sent, as OpenID Connect needs for its token endpoint. Default: it is an error. */
  readonly allowAuthorization?: boolean;
}

/** Set by us: values from the library are ignored. */
const OURS = new Set(['accept-encoding', 'connection', 'content-length', 'host', 'user-agent']);
const METHODS = new Set(['DELETE', 'GET', 'HEAD', 'POST', 'PUT']);

/**
 * Returns a function like `fetch` that uses the guard, for libraries that accept one (`customFetch` of
 * openid-client). The response is read completely before it resolves. Redirects: `follow` for safe methods, `manual`, and
 * `error`; for other methods a redirect is returned unchanged.
 *
 * It rejects with `OutboundError`; no HTTP status causes a rejection.
 */
export function createFetch(outbound: Outbound, options: FetchAdapterOptions = {}): typeof globalThis.fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const method = request.method.toUpperCase();
    if (!METHODS.has(method)) throw new TypeError(`The method ${method} is not sent.`);
    const { authorization, ...headers } = Object.fromEntries([...request.headers].filter(([name]) => !OURS.has(name)));
    if (authorization !== undefined && options.allowAuthorization !== true) throw new TypeError('Authorization is not sent.');
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const {
      status,
      url,
      bytes,
      headers: answered,
    } = await outbound.request({
      url: request.url,
      method: method as NonNullable<OutboundRequest['method']>,
      headers,
      statuses: 'any',
      signal: request.signal,
      ...(body && { body }),
      ...(authorization !== undefined && { authorization }),
      ...(request.redirect !== 'follow' && { redirects: 0 }),
    });
    if (request.redirect === 'error' && status >= 300 && status < 400 && status !== 304) {
      throw new OutboundError('fetch_failed', 'The URL redirects, but redirects were not allowed.', {
        extensions: { reason: 'redirect', upstreamStatus: status },
      });
    }
    return responseOf(status, url, bytes, answered);
  };
}

function responseOf(status: number, url: string, bytes: Uint8Array, headers: Readonly<Record<string, string>>): Response {
  // The bytes are decompressed, so headers about their encoding do not apply.
  const {
    'content-encoding': _encoding,
    'content-length': _length,
    'transfer-encoding': _transfer,
    'set-cookie': _cookie,
    ...keptHeaders
  } = headers;
  const isEmpty = [204, 205, 304].includes(status);
  const response = new Response(isEmpty ? null : (bytes as Uint8Array<ArrayBuffer>), { status, headers: keptHeaders });
  Object.defineProperty(response, 'url', { value: url });
  return response;
}
