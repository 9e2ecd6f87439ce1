import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { hugePng } from '../testing/huge-png.ts';
import { colorAt, differenceFromStored } from '../testing/same-picture.ts';
import { drawStaticMap } from './static-map.ts';
import { fetchTiles, planTiles } from './tile-map.ts';
import type { MapTiles } from './tile-port.ts';

const BERLIN = { latitude: 52.52, longitude: 13.4, zoom: 10, width: 800, height: 420 };
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A tile server on this machine. */
async function tilesFrom(listener: RequestListener): Promise<MapTiles> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server?.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    attribution: '© Example Tiles',
    maxZoom: 12,
    fetchTile: async ({ z, x, y }, signal) => {
      const response = await fetch(`http://127.0.0.1:${port}/${z}/${x}/${y}.png`, { signal });
      if (!response.ok) throw new Error(`secret-key refused with ${response.status}`);
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}

/** A tile whose colour encodes its position: red is x, green is y. */
async function tile(url: string): Promise<Buffer> {
  const [, x = 0, y = 0] = url.slice(1).split(/[/.]/).map(Number);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="rgb(${x % 256},${y % 256},80)" stroke="#fff"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

describe('a map of tiles', () => {
  it('is composed of tiles at their positions, with the attribution in the corner', async () => {
    const requested: string[] = [];
    const tiles = await tilesFrom((request, response) => {
      requested.push(request.url ?? '');
      void tile(request.url ?? '').then((bytes) => response.end(bytes));
    });
    const map = await drawStaticMap({ ...BERLIN, place: 'Berlin', tiles });
    expect(map.degraded).toBeUndefined();
    expect(await differenceFromStored('map-tiles', map.bytes)).toBeLessThanOrEqual(0.005);
    // Berlin is on tile 550, 335 of zoom 10.
    expect(requested).toContain('/10/550/335.png');
    expect(new Set(requested).size).toBe(requested.length);
    expect(await colorAt(map.bytes, 600, 210)).toBe('#264f50');
  });

  it('requests at most forty tiles, and never beyond the maximum zoom', () => {
    for (const zoom of [1, 5, 12, 20]) {
      for (const width of [200, 1200, 2400]) {
        const planned = planTiles({ ...BERLIN, zoom, width, height: 2400 }, 12);
        expect(planned.length).toBeLessThanOrEqual(40);
        expect(planned.every(({ z, x, y }) => z <= 12 && x >= 0 && y >= 0 && x < 2 ** z && y < 2 ** z)).toBe(true);
      }
    }
  });

  it('continues across the date line', () => {
    const columns = planTiles({ latitude: 0, longitude: 180, zoom: 5, width: 800, height: 256 }, 19).map(({ x }) => x);
    expect(columns).toEqual(expect.arrayContaining([31, 0]));
  });

  it.each<[string, string, RequestListener]>([
    ['html', 'tile_not_a_picture', (_request, response) => response.end('<html>no such tile</html>')],
    ['svg', 'tile_not_a_picture', (_request, response) => response.end('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['nothing', 'tile_not_a_picture', (_request, response) => response.end()],
    ['a refusal', 'tile_failed', (_request, response) => response.writeHead(403).end()],
    ['a picture of 256 million pixels', 'tile_too_large', (_request, response) => response.end(hugePng(16_000, 16_000))],
    ['more than a megabyte', 'tile_too_large', (_request, response) => response.end(Buffer.alloc(1_000_001))],
    [
      'half a picture',
      'tile_not_a_picture',
      (request, response) => void tile(request.url ?? '').then((bytes) => response.end(bytes.subarray(0, 80))),
    ],
    ['a broken connection', 'tile_failed', (_request, response) => response.destroy()],
  ])('is drawn without tiles if the server responds with %s', async (_name, degraded, listener) => {
    const map = await drawStaticMap({ ...BERLIN, tiles: await tilesFrom(listener) });
    expect(map.degraded).toBe(degraded);
    expect(await differenceFromStored('map-berlin-offline', map.bytes)).toBeLessThanOrEqual(0.005);
  });

  it('has one timeout for all tiles, and aborts pending requests', async () => {
    let aborted = 0;
    const tiles: MapTiles = {
      attribution: '',
      fetchTile: (_tile, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted += 1;
            reject(signal.reason as Error);
          });
        }),
    };
    await expect(fetchTiles(BERLIN, tiles, 50)).rejects.toMatchObject({ degradation: 'tile_timeout' });
    expect(aborted).toBe(4);
  });

  it('does not wait for a source that ignores the signal', async () => {
    const tiles: MapTiles = { attribution: '', fetchTile: () => new Promise(() => undefined) };
    await expect(fetchTiles(BERLIN, tiles, 50)).rejects.toMatchObject({ degradation: 'tile_timeout' });
  });

  it('requests none at the poles, where there are none', async () => {
    const tiles = await tilesFrom(() => expect.unreachable());
    expect(await drawStaticMap({ latitude: 89, longitude: 0, tiles, width: 200, height: 200 })).toMatchObject({
      degraded: 'outside_tiles',
    });
  });
});
