/** How long browsers use only HTTPS, and for which hosts. */
export type HttpsOnly = 'subdomains' | 'host' | 'off';

/**
 * The headers of every response: browsers must not guess content types, tell other sites only the origin of a page, and with a public HTTPS
 * address use only HTTPS for a year, for its subdomains too, since tenants may have them as host names.
 */
export function securityHeaders(baseUrl: string, httpsOnly: HttpsOnly = 'subdomains'): Readonly<Record<string, string>> {
  const always = { 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'strict-origin-when-cross-origin' };
  if (!baseUrl.startsWith('https:') || httpsOnly === 'off') return always;
  return { ...always, 'Strict-Transport-Security': `max-age=31536000${httpsOnly === 'subdomains' ? '; includeSubDomains' : ''}` };
}

/** A response before it is sent. */
export interface AnswerHead {
  /** Whether the request has credentials: a bearer token, or the cookie of a session. */
  readonly isAuthenticated: boolean;
  /** A header that the response has itself, by its name in lower case. */
  readonly header: (name: string) => string | undefined;
}

/** Data that a browser shows as a page of its own: nothing in it runs, loads anything, or may be framed. */
const INERT = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const DATA_TYPE = /^(?:application\/(?:[\w.+-]+\+)?(?:json|xml)|text\/(?:xml|plain|event-stream))\b/;

/** What every class of response must say, unless it says it itself; `Cache-Control` is corrected. */
export function headersOfClass({ isAuthenticated, header }: AnswerHead): Readonly<Record<string, string>> {
  const cacheControl = header('cache-control');
  const headers: Record<string, string> = {};
  const policy = header('content-security-policy');
  if (policy === undefined && DATA_TYPE.test(header('content-type') ?? '')) headers['content-security-policy'] = INERT;
  // Files keep `private`: signing out empties the cache (`Clear-Site-Data`), and pictures are not loaded again for every view.
  const isFile = policy?.includes('sandbox') ?? false;
  if (isAuthenticated && !isFile && isStorable(cacheControl)) headers['cache-control'] = 'no-store';
  // What everybody may read may be shown on other sites; what depends on the reader may not even be embedded there.
  if (header('cross-origin-resource-policy') === undefined)
    headers['cross-origin-resource-policy'] = cacheControl?.includes('public') ? 'cross-origin' : 'same-origin';
  return headers;
}

/** Whether a browser may store the response, and it is not the same for everybody. */
function isStorable(cacheControl: string | undefined): boolean {
  return cacheControl === undefined || !/\b(?:no-store|public)\b/.test(cacheControl);
}
