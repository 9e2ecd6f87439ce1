/** The cookies: of a session, of a sign-in that waits for its second factor, of one that is at a provider, and of the browser itself. */
const NAMES = { session: 'colophon_session', pending: 'colophon_sign_in', provider: 'colophon_oidc', device: 'colophon_device' } as const;
export type CookieKind = keyof typeof NAMES;

/** Browsers set a cookie with this prefix only over HTTPS, for a single host and all its paths (RFC 6265bis §4.1.3.2). */
const nameOf = (kind: CookieKind, secure: boolean): string => (secure ? `__Host-${NAMES[kind]}` : NAMES[kind]);

interface CookieOptions {
  readonly secure: boolean;
  /** Default: `session`. */
  readonly kind?: CookieKind;
}

const SECRET = /^[A-Za-z0-9_-]{43}$/;

/**
 * The session's secret in a `Cookie` header; undefined if none has the right format.
 *
 * Over HTTPS (`secure`) only the cookie that a neighbouring host cannot plant counts.
 */
export function sessionCookie(header: string | undefined, { secure, kind = 'session' }: CookieOptions): string | undefined {
  if (header === undefined || header.length > 16_384) return undefined;
  const values = new Map<string, string>();
  for (const part of header.split(';')) {
    const cut = part.indexOf('=');
    const name = part.slice(0, cut).trim();
    if (cut > 0 && !values.has(name)) values.set(name, part.slice(cut + 1).trim());
  }
  const secret = values.get(nameOf(kind, secure));
  return secret !== undefined && SECRET.test(secret) ? secret : undefined;
}

/** The `Set-Cookie` of a session: not readable by scripts, and sent with requests from other sites only when a link is followed. */
export function setSessionCookie(
  secret: string,
  { secure, seconds, kind = 'session' }: CookieOptions & { readonly seconds: number },
): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.max(0, Math.floor(seconds))}`;
  return `${nameOf(kind, secure)}=${secret}; ${attributes}${secure ? '; Secure' : ''}`;
}

/** The `Set-Cookie` that removes it. */
export function clearSessionCookie({ secure, kind = 'session' }: CookieOptions): string {
  return setSessionCookie('', { secure, kind, seconds: 0 });
}

/** Whether an address is reached over HTTPS, however it is written. */
export function isHttps(address: string | undefined): boolean {
  return address !== undefined && URL.canParse(address) && new URL(address).protocol === 'https:';
}
