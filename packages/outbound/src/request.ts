import { ENCODINGS } from './answers/decode-body.ts';

export interface OutboundRequest {
  readonly url: string | URL;
  /** Default: `GET`. What changes something never follows a redirect. */
  readonly method?: 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT';
  readonly body?: string | Uint8Array;
  /**
   * Further headers, such as `Content-Type`. They go to the host that is asked for and not to one that it redirects to.
   * Cookies, and what belongs to the connection, are refused.
   */
  readonly headers?: Readonly<Record<string, string>>;
  /** The value of `Authorization`. With it no redirect is followed. */
  readonly authorization?: string;
  /** Types that are taken, by what the bytes are: `text/html`, `image/*`. Default: any. */
  readonly accept?: readonly string[];
  readonly acceptLanguage?: string;
  /** The `ETag` of an earlier answer: an unchanged one is answered with `status` 304. */
  readonly ifNoneMatch?: string;
  /** The `Last-Modified` of an earlier answer. */
  readonly ifModifiedSince?: string;
  /** Redirects followed, at most those of the limits. */
  readonly redirects?: number;
  /** Whether an answer that is not a success is answered (`any`) or thrown as `fetch_failed` (`success`, the default). */
  readonly statuses?: 'any' | 'success';
  /** Bytes of the body, at most those of the limits. */
  readonly maximumBytes?: number;
  /** What becomes of a body that is larger: `too_large` (`refuse`, the default), or its beginning (`cut`). */
  readonly overflow?: 'cut' | 'refuse';
  /** Milliseconds for everything, at most those of the limits. */
  readonly timeout?: number;
  /** Ends the request; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Set by us, of the connection, or telling who asks. */
const REFUSED =
  /^(?:accept-encoding|authorization|connection|content-length|cookie2?|expect|forwarded|host|http2-settings|keep-alive|origin|proxy-.*|referer|te|trailer|transfer-encoding|upgrade|via|x-forwarded-.*|x-real-ip)$/i;
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * The headers of one hop.
 *
 * @param isFirst whether it goes to the host that was asked for
 * @throws TypeError naming a header that is not sent
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
    if (!VALUE.test(value)) throw new TypeError(`headers: the value of ${name} holds a character that no header has.`);
  }
  return headers;
}

/** Redirects that may be followed: none with a body or with an authorization, which were meant for the host that was asked for. */
export function redirectsOf({ method = 'GET', authorization, redirects }: OutboundRequest, limit: number): number {
  if ((method !== 'GET' && method !== 'HEAD') || authorization !== undefined) return 0;
  return Math.min(redirects ?? limit, limit);
}
