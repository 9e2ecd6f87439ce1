import { isLoopbackHost } from '../io/loopback.ts';
import { RefusedError } from '../errors.ts';

/**
 * Validates the URL that a login asks a person to open.
 *
 * @throws RefusedError unless it is HTTPS, or HTTP on this machine, without user name or control characters and of sensible length
 */
export function checkVerificationUrl(text: string): URL {
  const refuse = (reason: string): RefusedError =>
    new RefusedError('unsafe_verification_url', `The server asks to open a URL that ${reason}; the login was stopped`);
  if (text.length > 2048) throw refuse('is too long to be one');
  // The URL parser silently removes tabs and line feeds, so they are checked before.
  if (Array.from(text).some((character) => character <= ' ' || (character >= '\u007f' && character <= '\u009f')))
    throw refuse('contains control characters');
  if (!URL.canParse(text)) throw refuse('is not a URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('is neither http nor https');
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    throw refuse('is plain http, which others on the network can read and change');
  if (url.username !== '' || url.password !== '') throw refuse('contains a user name');
  return url;
}
