import { isLoopbackHost } from '../io/loopback.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the proxy for a URL from the environment, with the rules of curl: `https_proxy` or `http_proxy`, else `all_proxy`,
 * lower case before upper case, unless `no_proxy` lists the host. No proxy is used for this machine itself.
 *
 * @returns an empty string if there is none
 */
export function proxyForUrl(url: URL, env: Environment): string {
  if (isLoopbackHost(url.hostname) || isListed(url, variable(env, 'no_proxy'))) return '';
  const proxy = variable(env, url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') || variable(env, 'all_proxy');
  if (proxy === '') return '';
  return proxy.includes('://') ? proxy : `http://${proxy}`;
}

function variable(env: Environment, name: string): string {
  return (env[name] ?? env[name.toUpperCase()] ?? '').trim();
}

/** `*` for all hosts, or names separated by commas or spaces: each matches itself and its subdomains; a port must match too. */
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
