import type { HostResolver } from '../connections/resolver.ts';
import { createOutbound, type Outbound, type OutboundOptions } from '../outbound.ts';
import type { Loopback } from './loopback.ts';

export const USER_AGENT = 'Colophon/1.0 (+https://news.example)';

/** A resolver with fixed names that counts its queries. */
export function namesOf(names: Readonly<Record<string, readonly string[]>>): HostResolver & { asked: string[] } {
  const queries: string[] = [];
  const resolver = async (host: string): Promise<readonly string[]> => {
    queries.push(host);
    return names[host] ?? [];
  };
  return Object.assign(resolver, { asked: queries });
}

/** Makes requests to these sites only, by the loopback address and as `site.example`. */
export function outboundTo(sites: readonly Loopback[], options: Partial<OutboundOptions> = {}): Outbound {
  return createOutbound({
    userAgent: USER_AGENT,
    allowHosts: sites.flatMap(({ port, origin }) => [new URL(origin).host, `site.example:${port}`, `www.site.example:${port}`]),
    resolver: namesOf({ 'site.example': ['127.0.0.1'], 'www.site.example': ['127.0.0.1'] }),
    ...options,
  });
}
