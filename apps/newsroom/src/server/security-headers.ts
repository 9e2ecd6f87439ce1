/** The headers of every response: browsers must not guess content types, and with a public HTTPS address must use only HTTPS for a year. */
export function securityHeaders(baseUrl: string): Readonly<Record<string, string>> {
  const always = { 'X-Content-Type-Options': 'nosniff' };
  return baseUrl.startsWith('https:') ? { ...always, 'Strict-Transport-Security': 'max-age=31536000' } : always;
}
