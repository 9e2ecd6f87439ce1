const LONGEST = 2000;
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);
/** Schemes with which a browser does something else than handing the address to a program that the person installed. */
const REFUSED_SCHEMES = new Set([
  'about:',
  'blob:',
  'chrome:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'http:',
  'intent:',
  'javascript:',
  'mailto:',
  'tel:',
  'urn:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
]);

/**
 * Whether a client may be sent back to this address: one of a site over HTTPS, of a program on the same computer (`http` on a loopback
 * address), or of an installed program by a scheme of its own (RFC 8252 §7). It has no fragment and no password.
 */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > LONGEST || /[\s\\#]/.test(uri) || !URL.canParse(uri)) return false;
  const url = new URL(uri);
  if (url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || isLoopback(uri) || !REFUSED_SCHEMES.has(url.protocol);
}

/** Whether the address leads to a program on the person's own computer. */
export function isLoopback(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname } = new URL(uri);
  return protocol === 'http:' && LOOPBACK.has(hostname);
}

/**
 * Whether a client that registered `registered` may be sent back to `asked`: only if they are the same, character for character. On a
 * loopback address the port may differ, since a program gets a free one when it starts (RFC 8252 §7.3).
 */
export function isSameRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return isRedirectUri(asked);
  if (!isLoopback(registered) || !isLoopback(asked) || !isRedirectUri(asked)) return false;
  return withoutPort(registered) === withoutPort(asked);
}

/** As written but for the port: what `URL` would change about the rest is compared too. */
function withoutPort(uri: string): string {
  return uri.replace(/^(http:\/\/(?:\[::1\]|[^/?:[\]]+)):\d{1,5}(?=[/?]|$)/i, '$1');
}

/** Whether a redirect leads to the host that vouches for its client, which no other program can receive. */
export function isVouchedFor(uri: string, host: string | null): boolean {
  const url = new URL(uri);
  return url.protocol === 'https:' && url.host === host;
}

/** The source (CSP) of an address, so that a page may redirect to it. */
export function sourceOf(uri: string): string {
  const { protocol, hostname, origin } = new URL(uri);
  // No source can name an IPv6 address, or a path of a scheme without hosts.
  return (protocol === 'https:' || protocol === 'http:') && !hostname.startsWith('[') ? origin : protocol;
}

/** Where a redirect leads, as a person can recognize it. */
export function destinationOf(uri: string): string {
  if (isLoopback(uri)) return 'a program on this computer';
  const { protocol, host } = new URL(uri);
  return protocol === 'https:' ? host : `an installed program (${protocol.slice(0, -1)})`;
}
