import type { MirrorSettings, TileServer } from '@colophon/content';
import { CLIENT_DOCUMENT_TIMEOUT, type FetchClientDocument, LARGEST_CLIENT_DOCUMENT } from '@colophon/identity';
import { createOutbound } from '@colophon/outbound';
import { PageReader } from '@colophon/readers';
import type { Config } from '../config/load-config.ts';
import { VERSION } from './describe.ts';

/**
 * The fetching and parsing of mirrored pages: every address is checked, and untrusted pages are parsed in separate threads. No library is
 * loaded, and no request is sent, before the first page is needed.
 */
export function newsroomMirrors({ baseUrl, outbound = {}, mirrorRefreshHours }: Config): MirrorSettings {
  return {
    fetcher: createOutbound({ userAgent: userAgentOf(baseUrl), ...outbound }),
    reader: new PageReader(),
    refreshHours: mirrorRefreshHours,
  };
}

/** The tile server of maps, if the settings name one. */
export function newsroomTiles({ baseUrl, outbound = {}, mapTiles }: Config): TileServer | undefined {
  return (
    mapTiles && {
      tiles: mapTiles.url,
      attribution: mapTiles.attribution,
      // The operator configures this host, so it may be in their own network.
      fetcher: createOutbound({
        userAgent: userAgentOf(baseUrl),
        ...outbound,
        allowHosts: [...(outbound.allowHosts ?? []), hostOf(mapTiles.url)],
      }),
    }
  );
}

/** The fetching of the metadata documents of agents, whose addresses strangers choose. */
export function newsroomClientDocuments({ baseUrl, outbound = {} }: Config): FetchClientDocument {
  const fetcher = createOutbound({ userAgent: userAgentOf(baseUrl), ...outbound });
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

function userAgentOf(baseUrl: string): string {
  return `Colophon/${VERSION} (+${baseUrl})`;
}

/** Host and port of an address, in the format of `allowHosts`. */
export function hostOf(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
