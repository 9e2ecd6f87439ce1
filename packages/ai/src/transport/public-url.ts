import { AIError, type AIErrorCode } from '../errors/errors.ts';

const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|localdomain|home\.arpa)\.?$/i;

/**
 * Checks that an address is a public HTTPS one: no credentials, no IP literal, no local name. Origins that the application lists are always
 * accepted.
 *
 * @throws AIError with `code` (default `INVALID_INPUT`) naming `field`.
 */
export function requirePublicUrl(
  value: string,
  field: string,
  allowedOrigins: readonly string[] = [],
  code: AIErrorCode = 'INVALID_INPUT',
): URL {
  const fail = (why: string): AIError => new AIError(`${field} must be a public HTTPS URL: ${why}.`, { code });
  if (!URL.canParse(value)) throw fail('it is not a valid URL');
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') throw fail('it contains credentials');
  if (allowedOrigins.includes(url.origin)) return url;
  if (url.protocol !== 'https:') throw fail('it does not start with https://');
  const host = url.hostname;
  if (host.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(host)) throw fail('it names an IP address');
  if (LOCAL_NAME.test(host) || !host.includes('.')) throw fail('it names a local host');
  return url;
}
