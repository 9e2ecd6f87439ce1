import { configureContentMirrors, configureStaticMap } from '@colophon/content';
import { createOutbound } from '@colophon/outbound';
import { PageReader } from '@colophon/readers';
import type { Config } from '../config/load-config.ts';
import { VERSION } from './describe.ts';

/**
 * Gives mirrors and maps the one way out: every address is judged, and pages of strangers are read in threads of their own.
 * Nothing is asked, and no library of either loaded, before somebody wants a page or a tile.
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
      // The operator names this host, so it may be one of their own network.
      fetcher: createOutbound({ userAgent, ...outbound, allowHosts: [...(outbound.allowHosts ?? []), hostOf(mapTiles.url)] }),
    },
  );
}

/** Host and port of an address, as `allowHosts` takes them. */
export function hostOf(address: string): string {
  const { hostname, port, protocol } = new URL(address);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
