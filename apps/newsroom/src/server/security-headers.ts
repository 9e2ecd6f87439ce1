/**
 * What every answer says: browsers take its type at its word, and where people reach the application over HTTPS, that it is
 * reached in no other way for a year.
 */
export function securityHeaders(baseUrl: string): Readonly<Record<string, string>> {
  const always = { 'X-Content-Type-Options': 'nosniff' };
  return baseUrl.startsWith('https:') ? { ...always, 'Strict-Transport-Security': 'max-age=31536000' } : always;
}
