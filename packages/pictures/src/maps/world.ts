import { readFile } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { GeometryObject } from 'geojson';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { loadPart, partFile } from '../parts/load-part.ts';

type Point = readonly [number, number, number];

/** A part of the world with its bounding circle, so that distant parts are skipped without projecting them. */
export interface Feature {
  readonly geometry: GeometryObject;
  readonly centre: Point;
  /** In radians. */
  readonly radius: number;
}

export interface World {
  readonly countries: readonly Feature[];
  readonly coasts: readonly Feature[];
  readonly borders: readonly Feature[];
}

const RADIANS = Math.PI / 180;
/** Longer lines are cut, so that a coast of half a continent is not projected for a bay. */
const LINE_POINTS = 200;
/** Scales of the data: 1:50 million for countries and seas, 1:110 million for continents. */
export type WorldScale = '50m' | '110m';

const worlds = new Map<WorldScale, Promise<World>>();

/** Land, coasts and borders, read once. */
export function loadWorld(scale: WorldScale): Promise<World> {
  const known = worlds.get(scale) ?? readWorld(scale);
  worlds.set(scale, known);
  known.catch(() => worlds.delete(scale));
  return known;
}

/** Returns the parts within an angle of a place, in radians. */
export function nearby(features: readonly Feature[], longitude: number, latitude: number, angle: number): GeometryObject[] {
  const target = onSphere([longitude, latitude]);
  return features.filter(({ centre, radius }) => angleBetween(target, centre) <= angle + radius).map(({ geometry }) => geometry);
}

async function readWorld(scale: WorldScale): Promise<World> {
  const { feature, mesh } = await loadPart('topojson-client');
  const topology = JSON.parse(await readFile(partFile('world-atlas', `countries-${scale}.json`), 'utf8')) as Topology<{
    countries: GeometryCollection;
  }>;
  const { countries } = topology.objects;
  const polygons = feature(topology, countries).features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : geometry.type === 'Polygon' ? [geometry.coordinates] : [],
  );
  const linesOf = (isWanted: (first: unknown, second: unknown) => boolean): Feature[] =>
    mesh(topology, countries, isWanted)
      .coordinates.flatMap(cutLine)
      .map((coordinates) => within({ type: 'LineString', coordinates }, coordinates));
  // Yields to other work of this thread between the steps.
  await nextTurn();
  const countriesNear = polygons.map((coordinates) => within({ type: 'Polygon', coordinates }, coordinates[0] ?? []));
  await nextTurn();
  const coasts = linesOf((first, second) => first === second);
  await nextTurn();
  return { countries: countriesNear, coasts, borders: linesOf((first, second) => first !== second) };
}

function cutLine(line: number[][]): number[][][] {
  const parts: number[][][] = [];
  for (let start = 0; start < line.length - 1; start += LINE_POINTS) parts.push(line.slice(start, start + LINE_POINTS + 1));
  return parts;
}

function within(geometry: GeometryObject, points: readonly number[][]): Feature {
  const places = points.map(onSphere);
  const sum = places.reduce<[number, number, number]>(([x, y, z], place) => [x + place[0], y + place[1], z + place[2]], [0, 0, 0]);
  const length = Math.hypot(...sum);
  // A part that spans the globe has no centre, and is near to everything.
  if (length < 1e-6) return { geometry, centre: [1, 0, 0], radius: Math.PI };
  const centre: Point = [sum[0] / length, sum[1] / length, sum[2] / length];
  return { geometry, centre, radius: Math.max(...places.map((place) => angleBetween(centre, place))) + 0.01 };
}

function onSphere([longitude = 0, latitude = 0]: readonly number[]): Point {
  const [east, north] = [longitude * RADIANS, latitude * RADIANS];
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)];
}

const angleBetween = (a: Point, b: Point): number => Math.acos(Math.min(1, Math.max(-1, a[0] * b[0] + a[1] * b[1] + a[2] * b[2])));
