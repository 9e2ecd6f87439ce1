import { isLoopbackHost } from '../io/loopback.ts';
import { UsageError } from '../errors/errors.ts';

/**
 * Parses the URL of a server and normalizes it to the form under which credentials are stored: no trailing slash.
 *
 * @param source the source, for the error, e.g. `NEWSROOM_SERVER_URL`
 * @throws UsageError if it is not an `http:` or `https:` URL, or contains a user name, a query or a fragment; the value is not echoed,
 * since it may contain a password.
 *
 * @example
 * parseServerUrl('https://News.example/app/', '--server') // 'https://news.example/app'
 */
export function parseServerUrl(text: string, source: string): string {
  let url: URL;
  try {
    url = new URL(text.trim());
  } catch {
    throw new UsageError(`${source} is not a URL`, { hint: 'Write it in full, as in https://news.example.' });
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new UsageError(`${source} must start with https:// or http://`);
  if (url.username !== '' || url.password !== '') throw new UsageError(`${source} must not contain a user name or a password`);
  if (url.search !== '' || url.hash !== '' || /[?#]/.test(text)) throw new UsageError(`${source} must not contain a query or a fragment`);
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

/**
 * Enforces the `requireSecureServerUrl` policy: HTTPS, or HTTP to this machine.
 *
 * @throws UsageError for anything else
 */
export function requireSecure(serverUrl: string, source: string): void {
  const url = new URL(serverUrl);
  if (url.protocol === 'https:' || isLoopbackHost(url.hostname)) return;
  throw new UsageError(`${source} is ${serverUrl}, which is neither HTTPS nor this machine`, {
    hint: 'Use https://, so that nobody on the network can read the token; plain http:// is for localhost, 127.0.0.1 and [::1] only.',
  });
}
