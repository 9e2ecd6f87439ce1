import { readColor } from '../cards/colors.ts';
import { render, type Node } from '../cards/renderer.ts';
import { fitToFonts, type FittedText } from '../fonts/fit-to-fonts.ts';
import { requireGlyphs } from '../fonts/require-glyphs.ts';
import { PictureError } from '../errors/picture-error.ts';
import { readCanvas, type DrawingOptions, type Picture } from '../parts/picture.ts';
import { cleanText } from '../text/clean-text.ts';
import { firstDirection } from '../text/direction.ts';
import { requireCoordinates } from './coordinates.ts';
import { offlineMap, type MapFrame } from './offline-map.ts';
import { fetchTiles, TileFault, type PlacedTile } from './tile-map.ts';
import type { MapDegradation, MapTiles } from './tile-port.ts';

export interface StaticMapOptions extends DrawingOptions {
  /** In degrees: a number or a numeric text. */
  readonly latitude: number | string;
  readonly longitude: number | string;
  /** 1 (the world) to 20, as for tile maps; 6 by default. Without tiles a map is at least 400 km across. */
  readonly zoom?: number;
  /** The label of the point. */
  readonly place?: string | null;
  /** The colour of the point: `#rgb` or `#rrggbb`; #dc2626 by default. */
  readonly brandColor?: string;
  /** The source of tiles. Without it no requests are made. */
  readonly tiles?: MapTiles;
}

export interface StaticMap extends Picture {
  /** How many characters of the place were dropped or lost a mark, because no font has them. */
  readonly missing: number;
  /** The reason why it was drawn without tiles. */
  readonly degraded?: MapDegradation;
}

const OFFLINE_CREDIT = 'Natural Earth';

/**
 * Draws a map around a place: from local data, or with the tiles of a server if one is configured. If the tiles
 * are unavailable, the map is drawn without them and reports the reason.
 *
 * @throws {PictureError} `coordinates` or `options` with the field; `no_glyphs` if the fonts lack most letters of the place;
 * `not_installed`, `busy`.
 * @example
 * const { bytes } = await drawStaticMap({ latitude: 69.65, longitude: 18.96, place: 'Tromsø' });
 */
export async function drawStaticMap(options: StaticMapOptions): Promise<StaticMap> {
  const canvas = readCanvas(options);
  const { latitude, longitude } = requireCoordinates({ latitude: options.latitude, longitude: options.longitude });
  const frame: MapFrame = { latitude, longitude, zoom: readZoom(options.zoom ?? 6), width: canvas.width, height: canvas.height };
  const color = readColor(options.brandColor ?? '#dc2626', 'brandColor');
  const place = await fitToFonts(cleanText(options.place ?? '', 40), canvas.language);
  requireGlyphs(place, 'place');
  const tiled = options.tiles === undefined ? undefined : await tryTiles(frame, options.tiles);
  const placed = Array.isArray(tiled) ? tiled : undefined;

  const credit = await fitToFonts(cleanText(placed === undefined ? OFFLINE_CREDIT : (options.tiles?.attribution ?? ''), 120));
  const background = placed ?? [{ src: 'map', data: Buffer.from(await offlineMap(frame)), left: 0, top: 0 }];
  const node: Node = {
    type: 'container',
    style: {
      display: 'flex',
      position: 'relative',
      width: canvas.width,
      height: canvas.height,
      backgroundColor: '#e8eef3',
      overflow: 'hidden',
    },
    children: [...background.map((each) => layer(each, frame)), ...pin(frame, color), ...label(frame, place), ...creditLine(frame, credit)],
  };
  const slices = [...new Set([...place.slices, ...credit.slices])];
  const bytes = await render({ ...canvas, node, slices, images: background }, canvas.format);
  return {
    bytes,
    mimeType: `image/${canvas.format}`,
    width: canvas.width,
    height: canvas.height,
    missing: place.missing,
    ...(typeof tiled === 'string' && { degraded: tiled }),
  };
}

function readZoom(zoom: number): number {
  if (Number.isInteger(zoom) && zoom >= 1 && zoom <= 20) return zoom;
  throw new PictureError('zoom must be a whole number from 1 to 20.', { code: 'options', field: 'zoom' });
}

async function tryTiles(frame: MapFrame, tiles: MapTiles): Promise<PlacedTile[] | MapDegradation> {
  try {
    return await fetchTiles(frame, tiles);
  } catch (error) {
    if (error instanceof TileFault) return error.degradation;
    throw error;
  }
}

interface Layer {
  readonly src: string;
  readonly left: number;
  readonly top: number;
  readonly size?: number;
}

function layer({ src, left, top, size }: Layer, { width, height }: MapFrame): Node {
  return { type: 'image', src, style: { position: 'absolute', left, top, width: size ?? width, height: size ?? height } };
}

function pin({ width, height }: MapFrame, color: string): Node[] {
  const scale = Math.min(width, height) / 630;
  const circle = (diameter: number, backgroundColor: string): Node => ({
    type: 'container',
    style: {
      position: 'absolute',
      width: diameter,
      height: diameter,
      borderRadius: diameter / 2,
      backgroundColor,
      left: (width - diameter) / 2,
      top: (height - diameter) / 2,
    },
  });
  return [circle(34 * scale, '#ffffff'), circle(24 * scale, color)];
}

function label({ width, height }: MapFrame, { text }: FittedText): Node[] {
  if (text === '') return [];
  const scale = Math.min(width, height) / 630;
  const row = { position: 'absolute', display: 'flex', justifyContent: 'center', left: 0, width, top: height / 2 + 28 * scale } as const;
  const style = {
    fontSize: Math.max(11, 34 * scale),
    fontWeight: 700,
    lineHeight: 1.25,
    color: '#111827',
    whiteSpace: 'nowrap',
    backgroundColor: 'rgba(255,255,255,0.92)',
    borderRadius: 8 * scale,
    padding: `${6 * scale}px ${14 * scale}px`,
    direction: firstDirection(text) ?? 'ltr',
  } as const;
  return [{ type: 'container', style: row, children: [{ type: 'text', text, style }] }];
}

function creditLine({ width, height }: MapFrame, { text }: FittedText): Node[] {
  if (text === '') return [];
  const scale = Math.min(width, height) / 630;
  const style = {
    position: 'absolute',
    right: 0,
    bottom: 0,
    backgroundColor: 'rgba(255,255,255,0.85)',
    color: '#374151',
    whiteSpace: 'nowrap',
    fontSize: Math.max(9, 17 * scale),
    fontWeight: 400,
    lineHeight: 1.25,
    padding: `${4 * scale}px ${10 * scale}px`,
  } as const;
  return [{ type: 'text', text, style }];
}
