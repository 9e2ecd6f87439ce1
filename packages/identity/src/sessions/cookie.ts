const PLAIN = 'colophon_session';
/** Browsers set a cookie of this prefix only over HTTPS, for one host and the whole of it (RFC 6265bis §4.1.3.2). */
const SECURE = `__Host-${PLAIN}`;
const SECRET = /^[A-Za-z0-9_-]{43}$/;

/**
 * The session's secret in a `Cookie` header; undefined when there is none that could be one.
 *
 * Over HTTPS (`secure`) only the cookie that a neighbouring host cannot plant counts.
 */
export function sessionCookie(header: string | undefined, { secure }: { secure: boolean }): string | undefined {
  if (header === undefined || header.length > 16_384) return undefined;
  const values = new Map<string, string>();
  for (const part of header.split(';')) {
    const cut = part.indexOf('=');
    const name = part.slice(0, cut).trim();
    if (cut > 0 && !values.has(name)) values.set(name, part.slice(cut + 1).trim());
  }
  const secret = values.get(secure ? SECURE : PLAIN);
  return secret !== undefined && SECRET.test(secret) ? secret : undefined;
}

/** The `Set-Cookie` of a session: not for scripts, not for requests that other sites make other than by a link. */
export function setSessionCookie(secret: string, { secure, seconds }: { secure: boolean; seconds: number }): string {
  const attributes = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${Math.max(0, Math.floor(seconds))}`;
  return secure ? `${SECURE}=${secret}; ${attributes}; Secure` : `${PLAIN}=${secret}; ${attributes}`;
}

/** The `Set-Cookie` that removes it. */
export function clearSessionCookie({ secure }: { secure: boolean }): string {
  return setSessionCookie('', { secure, seconds: 0 });
}
