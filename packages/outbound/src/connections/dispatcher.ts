import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import type { Target } from '../addresses/judge-url.ts';
import type { OutboundLimits } from '../exchange/limits.ts';

export interface ConnectionOptions {
  readonly limits: OutboundLimits;
  /** `http://host:port` of the proxy that checks addresses instead of us. */
  readonly proxy: string | undefined;
  /** Certificates, PEM, that are trusted instead of the default ones. */
  readonly ca: string | readonly string[] | undefined;
}

/**
 * Creates the dispatcher for the request of one hop. It connects to the checked address: the name is not resolved
 * again, but is still used for `Host` and the certificate.
 *
 * @param address the checked address; `undefined` if the URL contains one, and with a proxy
 */
export async function openDispatcher(target: Target, address: string | undefined, options: ConnectionOptions): Promise<Dispatcher> {
  const { Client, ProxyAgent } = await import('undici');
  const { limits } = options;
  const tls = options.ca === undefined ? {} : { ca: options.ca as string | string[] };
  const bounds = {
    maxHeaderSize: limits.headerBytes,
    // The time limits of the request are stricter; these are for a connection that outlives it.
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

/** Always resolves to the checked address. */
export function pinnedLookup(address: string): LookupFunction {
  const family = isIP(address);
  return (_host, options, callback) => {
    if (options.all) callback(null, [{ address, family }]);
    else callback(null, address, family);
  };
}
