import { isLoopbackHost } from '../io/loopback.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The proxy that the environment names for a URL, as curl reads it: `https_proxy` or `http_proxy`, else `all_proxy`, lower case
 * before upper case, unless `no_proxy` lists the host. This machine itself is never reached through a proxy.
 *
 * @returns an empty string for none
 */
export function proxyForUrl(url: URL, env: Environment): string {
  if (isLoopbackHost(url.hostname) || isListed(url, read(env, 'no_proxy'))) return '';
  const proxy = read(env, url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') || read(env, 'all_proxy');
  if (proxy === '') return '';
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

function read(env: Environment, name: string): string {
  return (env[name] ?? env[name.toUpperCase()] ?? '').trim();
}

/** `*` for all, or names separated by commas or spaces: each matches itself and what ends with a dot and it; a port must match too. */
function isListed(url: URL, list: string): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => {
      if (entry === '*') return true;
      const [, host = '', entryPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const name = host.replace(/^\*?\./, '');
      return (entryPort === undefined || entryPort === port) && (url.hostname === name || url.hostname.endsWith(`.${name}`));
    });
}
