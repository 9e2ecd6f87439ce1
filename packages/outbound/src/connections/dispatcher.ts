import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import type { Target } from '../addresses/judge-url.ts';
import type { OutboundLimits } from '../limits.ts';

export interface ConnectionOptions {
  readonly limits: OutboundLimits;
  /** `http://host:port` of the proxy that judges in our place. */
  readonly proxy: string | undefined;
  /** Certificates, PEM, that are trusted instead of the usual ones. */
  readonly ca: string | readonly string[] | undefined;
}

/**
 * Opens what sends the one request of one hop. The connection goes to the address that was checked: the name is not resolved
 * again, and is still what `Host` and the certificate are about.
 *
 * @param address that was checked; `undefined` for a URL that names one, and with a proxy
 */
export async function openDispatcher(target: Target, address: string | undefined, options: ConnectionOptions): Promise<Dispatcher> {
  const { Client, ProxyAgent } = await import('undici');
  const { limits } = options;
  const tls = options.ca === undefined ? {} : { ca: options.ca as string | string[] };
  const bounds = {
    maxHeaderSize: limits.headerBytes,
    // The clock of the request is stricter; these are for a connection that outlives it.
    headersTimeout: limits.totalTimeout,
    bodyTimeout: limits.totalTimeout,
    allowH2: false,
    pipelining: 1,
  };
  if (options.proxy !== undefined) {
    return new ProxyAgent({ uri: options.proxy, requestTls: tls, proxyTunnel: true, ...bounds });
  }
  const lookup = address === undefined ? {} : { lookup: pinnedLookup(address) };
  return new Client(target.url.origin, {
    ...bounds,
    connect: { timeout: limits.connectTimeout, autoSelectFamily: false, ...tls, ...lookup },
  });
}

/** Answers the one address that was checked, whatever is asked. */
export function pinnedLookup(address: string): LookupFunction {
  const family = isIP(address);
  return (_host, options, callback) => {
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}
