import { lookup, Resolver } from 'node:dns/promises';

/**
 * Returns all addresses of a host, IPv4 and IPv6, the preferred one first; empty, or a rejection, if there are none.
 *
 * @param signal ends with the request
 */
export type HostResolver = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Queries the name servers. Unlike `lookup`, a name whose servers do not respond blocks no thread of Node's pool. */
export async function resolveByNameServers(host: string, signal: AbortSignal): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    return answers.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** Uses the operating system, for hosts opened by the operator, which may be in its hosts file. */
export async function resolveBySystem(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
