import type { GeoPath, GeoPermissibleObjects } from 'd3-geo';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GeometryObject } from 'geojson';
import { loadPart } from '../parts/load-part.ts';
import type { Coordinates } from './coordinates.ts';
import { loadWorld, nearby } from './world.ts';

const EARTH_RADIUS = 6371;
const EQUATOR = 40_075;
/** In kilometres. Closer, the coast is a straight line; farther, the entire globe is visible. */
const KILOMETRES = { nearest: 400, farthest: 18_000, continents: 4500 };
/** Tile maps grow without limit towards the poles; these maps stop growing at this latitude. */
const GROWS_UNTIL = 70;
const COLORS = { water: '#cfe0ee', land: '#f5f1e6', coast: '#8fa9ba', border: '#b7a99a', graticule: '#bcd2e3', beyond: '#e8eef3' };

export interface MapFrame extends Coordinates {
  readonly zoom: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the width of a map in kilometres, like a tile map of that zoom, within the resolution of the data. */
export function kilometresAcross({ latitude, zoom, width }: MapFrame): number {
  const across = (EQUATOR * Math.cos((Math.min(Math.abs(latitude), GROWS_UNTIL) * Math.PI) / 180) * width) / 256 / 2 ** zoom;
  return Math.min(KILOMETRES.farthest, Math.max(KILOMETRES.nearest, across));
}

/**
 * Draws a map as SVG from local data. The projection is equal-area around the place itself, so that the
 * poles and the date line need no special treatment.
 */
export async function offlineMap(frame: MapFrame): Promise<string> {
  const { latitude, longitude, width, height } = frame;
  const { geoAzimuthalEqualArea, geoGraticule, geoPath } = await loadPart('d3-geo');
  const across = kilometresAcross(frame);
  const { countries, coasts, borders } = await loadWorld(across > KILOMETRES.continents ? '110m' : '50m');
  const scale = width / (4 * Math.sin(across / (4 * EARTH_RADIUS)));
  const corner = 2 * Math.asin(Math.min(1, Math.hypot(width, height) / (4 * scale)));
  const angle = Math.min(Math.PI * 0.98, corner * 1.05);
  const projection = geoAzimuthalEqualArea()
    .rotate([-longitude, -latitude])
    .translate([width / 2, height / 2])
    .scale(scale)
    .clipAngle((angle * 180) / Math.PI)
    .precision(0.5);
  const path = geoPath(projection).digits(1);
  const step = across > 6000 ? 10 : across > 1500 ? 5 : 2;
  const graticule = geoGraticule()
    .step([step, step])
    .extentMinor([
      [-180, -80],
      [180, 80],
    ]);
  const draw = async (features: typeof countries): Promise<string> => {
    await nextTurn();
    return toPath(path, nearby(features, longitude, latitude, angle));
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="${COLORS.beyond}"/>`,
    `<path d="${path({ type: 'Sphere' }) ?? ''}" fill="${COLORS.water}"/>`,
    `<path d="${path(graticule()) ?? ''}" fill="none" stroke="${COLORS.graticule}" stroke-width="1"/>`,
    // Stroked in its own colour; otherwise the seams between countries are visible.
    `<path d="${await draw(countries)}" fill="${COLORS.land}" stroke="${COLORS.land}" stroke-width="0.8"/>`,
    `<path d="${await draw(borders)}" fill="none" stroke="${COLORS.border}" stroke-width="1.4" stroke-dasharray="5 3"/>`,
    `<path d="${await draw(coasts)}" fill="none" stroke="${COLORS.coast}" stroke-width="1.4" stroke-linejoin="round"/>`,
    '</svg>',
  ].join('');
}

function toPath(path: GeoPath, geometries: GeometryObject[]): string {
  const collection = { type: 'GeometryCollection', geometries } as GeoPermissibleObjects;
  return path(collection) ?? '';
}
