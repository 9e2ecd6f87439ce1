import { isLoopbackHost } from '../io/loopback.ts';
import { RefusedError } from '../errors/errors.ts';

/** A path, or a word without the dots and colons of a host: `/cli`, `./cli` or `cli/login`, but neither `news.example/cli` nor `--cli`. */
const RELATIVE = /^(?:\/(?!\/)|\.\/|\w[\w~-]*(?:[/?#]|$))/;

/**
 * Validates the URL that a login asks a person to open. A relative one is below the base URL, like every path of the application.
 *
 * @throws RefusedError unless it is HTTPS, or HTTP on this machine, without user name or control characters and of sensible length
 */
export function checkVerificationUrl(text: string, baseUrl: string): URL {
  const refuse = (reason: string): RefusedError =>
    new RefusedError('unsafe_verification_url', `The server asks to open a URL that ${reason}; the login was stopped`);
  if (text.length > 2048) throw refuse('is too long to be one');
  // The URL parser silently removes tabs and line feeds, so they are checked before.
  if (Array.from(text).some((character) => character <= ' ' || (character >= '\u007f' && character <= '\u009f')))
    throw refuse('contains control characters');
  const absolute = RELATIVE.test(text) ? resolveBelow(baseUrl, text) : text;
  if (!URL.canParse(absolute)) throw refuse('is not a URL');
  const url = new URL(absolute);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse('is neither http nor https');
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    throw refuse('is plain http, which others on the network can read and change');
  if (url.username !== '' || url.password !== '') throw refuse('contains a user name');
  return url;
}

/** A path that already starts with that of the base URL is taken as it is, since servers below a path write both. */
function resolveBelow(baseUrl: string, reference: string): string {
  const { pathname } = new URL(`${baseUrl}/`);
  if (reference.startsWith(pathname)) return new URL(reference, baseUrl).href;
  return new URL(reference.replace(/^\//, ''), `${baseUrl}/`).href;
}
