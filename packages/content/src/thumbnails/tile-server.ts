import { createHash } from 'node:crypto';
import { UsageError } from '@colophon/core';
import type { MapTiles } from './picture-library.ts';

/** The port for requests. `@colophon/outbound` implements it. */
export interface TileFetcher {
  request(request: {
    url: string;
    accept: readonly string[];
    headers?: Readonly<Record<string, string>>;
    maximumBytes: number;
    signal: AbortSignal;
  }): Promise<{ readonly bytes: Uint8Array }>;
}

/** A map tile server and its terms of use. */
export interface TileServer {
  /** The URL template of a tile, with `{z}`, `{x}` and `{y}`: `https://tiles.example/{z}/{x}/{y}.png`. */
  readonly tiles: string;
  /** The attribution in the corner of the map. */
  readonly attribution: string;
  /** The maximum zoom; default 19. */
  readonly maxZoom?: number | undefined;
  /** Headers of each request, such as a key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly fetcher: TileFetcher;
}

const MAXIMUM_BYTES = 1_000_000;
const PICTURES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** The tiles of one server, the most recent ones kept. */
export class TileSource implements MapTiles {
  readonly attribution: string;
  readonly maxZoom?: number;
  /** Identifies the server: maps of another server are other images. */
  readonly identity: string;
  readonly #server: TileServer;
  readonly #kept = new KeptTiles();

  /** @throws UsageError if the URL has no `{z}`, `{x}` and `{y}` */
  constructor(server: TileServer) {
    const { tiles, attribution, maxZoom } = server;
    if (!['{z}', '{x}', '{y}'].every((part) => tiles.includes(part)))
      throw new UsageError('The URL of tiles must contain {z}, {x} and {y}.');
    this.attribution = attribution;
    if (maxZoom !== undefined) this.maxZoom = maxZoom;
    this.identity = createHash('sha256').update(`${tiles}\n${attribution}`).digest('hex');
    this.#server = server;
  }

  async fetchTile({ z, x, y }: { z: number; x: number; y: number }, signal: AbortSignal): Promise<Uint8Array> {
    const { tiles, headers, fetcher } = this.#server;
    const url = tiles.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y));
    const known = this.#kept.get(url);
    if (known) return known;
    const { bytes } = await fetcher.request({
      url,
      accept: PICTURES,
      maximumBytes: MAXIMUM_BYTES,
      signal,
      ...(headers ? { headers } : {}),
    });
    this.#kept.put(url, bytes);
    return bytes;
  }
}

const KEPT_MS = 30 * 86_400_000;
const MAXIMUM_KEPT = 32_000_000;

/** The most recently used tiles, so that maps of nearby places do not fetch them again. */
class KeptTiles {
  readonly #kept = new Map<string, { readonly bytes: Uint8Array; readonly until: number }>();
  #size = 0;

  get(url: string): Uint8Array | undefined {
    const known = this.#kept.get(url);
    if (!known) return undefined;
    this.#remove(url);
    if (performance.now() >= known.until) return undefined;
    this.#add(url, known);
    return known.bytes;
  }

  put(url: string, bytes: Uint8Array): void {
    this.#remove(url);
    this.#add(url, { bytes, until: performance.now() + KEPT_MS });
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= MAXIMUM_KEPT) break;
      this.#remove(oldest);
    }
  }

  #add(url: string, tile: { readonly bytes: Uint8Array; readonly until: number }): void {
    this.#kept.set(url, tile);
    this.#size += tile.bytes.byteLength;
  }

  #remove(url: string): void {
    this.#size -= this.#kept.get(url)?.bytes.byteLength ?? 0;
    this.#kept.delete(url);
  }
}
