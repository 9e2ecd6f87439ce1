import { ENCODINGS } from './encodings.ts';

export interface OutboundRequest {
  readonly url: string | URL;
  /** Default: `GET`. Requests with other methods than GET and HEAD never follow a redirect. */
  readonly method?: 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT';
  readonly body?: string | Uint8Array;
  /**
   * Additional headers, such as `Content-Type`. They are sent to the requested host and not to redirect targets.
   * Cookies and connection headers are refused.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** The value of `Authorization`. With it no redirect is followed. */
  readonly authorization?: string;
  /** Accepted types, determined from the bytes: `text/html`, `image/*`. Default: any. */
  readonly accept?: readonly string[];
  readonly acceptLanguage?: string;
  /** The `ETag` of an earlier response: if it is unchanged, the `status` is 304. */
  readonly ifNoneMatch?: string;
  /** The `Last-Modified` of an earlier response. */
  readonly ifModifiedSince?: string;
  /** Redirects followed, at most those of the limits. */
  readonly redirects?: number;
  /** Whether an unsuccessful response is returned (`any`) or thrown as `fetch_failed` (`success`, the default). */
  readonly statuses?: 'any' | 'success';
  /** Bytes of the body, at most those of the limits. */
  readonly maximumBytes?: number;
  /** The handling of a larger body: `too_large` (`refuse`, the default), or truncation (`cut`). */
  readonly overflow?: 'cut' | 'refuse';
  /** Milliseconds for everything, at most those of the limits. */
  readonly timeout?: number;
  /** Aborts the request, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Set by us, connection headers, or identifying the client. */
const REFUSED =
  /^(?:accept-encoding|authorization|connection|content-length|cookie2?|expect|forwarded|host|http2-settings|keep-alive|origin|proxy-.*|referer|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-real-ip)$/i;
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Returns the headers of one hop.
 *
 * @param isFirst whether it is sent to the requested host
 * @throws TypeError naming a header that cannot be sent
 */
export function headersOf(request: OutboundRequest, userAgent: string, isFirst: boolean): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': userAgent,
    accept: request.accept ? [...request.accept, '*/*;q=0.1'].join(', ') : '*/*',
    'accept-encoding': ENCODINGS,
    'accept-language': request.acceptLanguage ?? 'en, *;q=0.5',
    ...(request.ifNoneMatch !== undefined && { 'if-none-match': request.ifNoneMatch }),
    ...(request.ifModifiedSince !== undefined && { 'if-modified-since': request.ifModifiedSince }),
  };
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    if (!NAME.test(name) || REFUSED.test(name)) throw new TypeError(`headers: ${JSON.stringify(name)} is not sent.`);
    if (isFirst) headers[name.toLowerCase()] = value;
  }
  if (request.authorization !== undefined) headers['authorization'] = request.authorization;
  for (const [name, value] of Object.entries(headers)) {
    if (!VALUE.test(value)) throw new TypeError(`headers: the value of ${name} contains a character that is invalid in a header.`);
  }
  return headers;
}

/** Returns the number of redirects to follow: none with a body or an authorization, which were meant for the requested host. */
export function redirectsOf({ method = 'GET', authorization, redirects }: OutboundRequest, limit: number): number {
  if ((method !== 'GET' && method !== 'HEAD') || authorization !== undefined) return 0;
  return Math.min(redirects ?? limit, limit);
}
