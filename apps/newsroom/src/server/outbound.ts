import { configureContentMirrors, configureStaticMap } from '@colophon/content';
import { createOutbound } from '@colophon/outbound';
import { PageReader } from '@colophon/readers';
import type { Config } from '../config/load-config.ts';
import { VERSION } from './describe.ts';

/**
 * Configures the guarded `fetch` of mirrors and maps: every address is checked, and untrusted pages are parsed in separate threads. No
 * library is loaded, and no request is sent, before the first page or tile is needed.
 */
export function configureOutbound({ baseUrl, outbound = {}, mapTiles, mirrorRefreshHours }: Config): void {
  const userAgent = `Colophon/${VERSION} (+${baseUrl})`;
  configureContentMirrors({
    fetcher: createOutbound({ userAgent, ...outbound }),
    reader: new PageReader(),
    refreshHours: mirrorRefreshHours,
  });
  configureStaticMap(
    mapTiles && {
      tiles: mapTiles.url,
      attribution: mapTiles.attribution,
      // The operator configures this host, so it may be in their own network.
      fetcher: createOutbound({ userAgent, ...outbound, allowHosts: [...(outbound.allowHosts ?? []), hostOf(mapTiles.url)] }),
    },
  );
}

/** Host and port of an address, in the format of `allowHosts`. */
export function hostOf(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
