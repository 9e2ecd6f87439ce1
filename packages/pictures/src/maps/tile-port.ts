/** The source of tiles, provided by the application, which is responsible for its requests. */
export interface MapTiles {
  /** The bytes of a tile of 256 by 256 points, as PNG, JPEG or WebP, in the usual scheme (Web Mercator, y from the north). */
  fetchTile(tile: { readonly z: number; readonly x: number; readonly y: number }, signal: AbortSignal): Promise<Uint8Array>;
  /** The attribution in the corner of the map. */
  readonly attribution: string;
  /** The maximum zoom; 19 by default. */
  readonly maxZoom?: number;
}

/**
 * The reason why a map was drawn without the requested tiles: `tile_timeout` (10 seconds for all of them),
 * `tile_too_large` (1 MB each), `tile_not_a_picture`, `tile_failed`, `outside_tiles` (farther north or south than 85°).
 */
export type MapDegradation = 'tile_timeout' | 'tile_too_large' | 'tile_not_a_picture' | 'tile_failed' | 'outside_tiles';
