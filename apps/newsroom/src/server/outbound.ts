import { hostOf, userAgentOf } from '@colophon/app';
import type { MirrorSettings, TileServer } from '@colophon/content';
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
    fetcher: createOutbound({ userAgent: userAgentOf(baseUrl, VERSION), ...outbound }),
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
        userAgent: userAgentOf(baseUrl, VERSION),
        ...outbound,
        allowHosts: [...(outbound.allowHosts ?? []), hostOf(mapTiles.url)],
      }),
    }
  );
}
