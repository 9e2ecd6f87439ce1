import { CLIENT_DOCUMENT_TIMEOUT, type FetchClientDocument, LARGEST_CLIENT_DOCUMENT } from '@colophon/identity';
import { createOutbound } from '@colophon/outbound';
import type { Config } from '../settings/config.ts';

/** The fetching of the metadata documents of agents, whose addresses strangers choose. */
export function clientDocuments({ baseUrl, outbound = {} }: Config, version: string): FetchClientDocument {
  const fetcher = createOutbound({ userAgent: userAgentOf(baseUrl, version), ...outbound });
  return async (url, etag) => {
    const { status, contentType, bytes, headers } = await fetcher.request({
      url,
      redirects: 0,
      maximumBytes: LARGEST_CLIENT_DOCUMENT,
      timeout: CLIENT_DOCUMENT_TIMEOUT,
      statuses: 'any',
      headers: { accept: 'application/json' },
      ...(etag === undefined ? {} : { ifNoneMatch: etag }),
    });
    if (status !== 200 && status !== 304) throw new Error(`The host answered ${status}.`);
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { status, contentType, text, etag: headers['etag'], cacheControl: headers['cache-control'] };
  };
}

/** How requests of an application name themselves. */
export function userAgentOf(baseUrl: string, version: string): string {
  return `Colophon/${version} (+${baseUrl})`;
}

/** Host and port of an address, in the format of `allowHosts`. */
export function hostOf(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
