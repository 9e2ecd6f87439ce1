import { PictureError } from '../errors/picture-error.ts';
import { readPicture } from '../photos/read-picture.ts';
import type { MapFrame } from './offline-map.ts';
import type { MapDegradation, MapTiles } from './tile-port.ts';

export interface PlacedTile {
  readonly src: string;
  readonly data: Uint8Array;
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

const TILE = 256;
const MOST_TILES = 40;
const TILE_BYTES = 1_000_000;
const TILE_PIXELS = 1024 * 1024;
const MILLISECONDS = 10_000;
const AT_ONCE = 4;
const MERCATOR_LIMIT = 85.05;

/** Internal: the map is drawn offline instead. */
export class TileFault extends Error {
  readonly degradation: MapDegradation;

  constructor(degradation: MapDegradation) {
    super(degradation);
    this.degradation = degradation;
  }
}

/**
 * Fetches what a map needs, all or nothing: at most 40 tiles, 10 seconds for all of them, 1 MB and a million pixels each.
 *
 * @throws {TileFault} if they are unavailable.
 */
export async function fetchTiles(frame: MapFrame, tiles: MapTiles, milliseconds = MILLISECONDS): Promise<PlacedTile[]> {
  if (Math.abs(frame.latitude) > MERCATOR_LIMIT) throw new TileFault('outside_tiles');
  const planned = planTiles(frame, tiles.maxZoom ?? 19);
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new TileFault('tile_timeout')), milliseconds);
  const stopped = new Promise<never>((_resolve, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error), { once: true });
  });
  stopped.catch(() => undefined);
  try {
    const line = planned.values();
    const placed: PlacedTile[] = [];
    const work = async (): Promise<void> => {
      for (const tile of line) placed.push(await Promise.race([fetchTile(tile, tiles, stop.signal), stopped]));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return placed;
  } catch (error) {
    throw error instanceof TileFault ? error : new TileFault('tile_failed');
  } finally {
    clearTimeout(timer);
    // Cancels the remaining requests.
    stop.abort(new TileFault('tile_failed'));
  }
}

interface WantedTile {
  readonly z: number;
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
  readonly size: number;
}

/** Returns the tiles that cover the frame. If there are too many, fewer are drawn larger. */
export function planTiles({ latitude, longitude, zoom, width, height }: MapFrame, maxZoom: number): WantedTile[] {
  const north = (latitude * Math.PI) / 180;
  const [east, south] = [(longitude + 180) / 360, (1 - Math.asinh(Math.tan(north)) / Math.PI) / 2];
  for (let z = Math.max(0, Math.min(zoom, maxZoom)); ; z -= 1) {
    const size = TILE * 2 ** (zoom - z);
    const [left, top] = [east * 2 ** z * size - width / 2, south * 2 ** z * size - height / 2];
    const columns = range(Math.floor(left / size), Math.ceil((left + width) / size));
    const rows = range(Math.floor(top / size), Math.ceil((top + height) / size)).filter((y) => y >= 0 && y < 2 ** z);
    if (columns.length * rows.length > MOST_TILES && z > 0) continue;
    return rows.flatMap((y) =>
      columns.map((column) => ({ z, x: wrap(column, 2 ** z), y, left: column * size - left, top: y * size - top, size })),
    );
  }
}

async function fetchTile({ z, x, y, left, top, size }: WantedTile, tiles: MapTiles, signal: AbortSignal): Promise<PlacedTile> {
  const bytes = await tiles.fetchTile({ z, x, y }, signal);
  if (!(bytes instanceof Uint8Array)) throw new TileFault('tile_not_a_picture');
  if (bytes.byteLength > TILE_BYTES) throw new TileFault('tile_too_large');
  const picture = await readPicture(bytes, { maximumPixels: TILE_PIXELS, format: 'png' }).catch((error: unknown) => {
    throw error instanceof PictureError && (error.code === 'not_a_picture' || error.code === 'too_large')
      ? new TileFault(error.code === 'too_large' ? 'tile_too_large' : 'tile_not_a_picture')
      : error;
  });
  return { src: `tile-${z}-${x}-${y}-${Math.round(left)}`, data: picture.bytes, left, top, size };
}

const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from) }, (_each, index) => from + index);

const wrap = (value: number, count: number): number => ((value % count) + count) % count;
