import { PictureError } from '../errors/picture-error.ts';

/** A place on the globe, in degrees. */
export interface Coordinates {
  /** −90 (south) to 90. */
  readonly latitude: number;
  /** −180 (west) to 180. */
  readonly longitude: number;
}

const NUMBER = /^[+-]?(?:\d{1,3}(?:\.\d{1,20})?|\.\d{1,20})$/;

/**
 * Reads coordinates from an object such as a record's metadata: `latitude` or `lat`, `longitude`, `lng` or `lon`, each a
 * finite number or a numeric text. Zero is valid.
 *
 * @returns `undefined` if the object has none of them.
 * @throws {PictureError} `coordinates`, with the field, if one is missing, not a number, or out of range.
 * @example readCoordinates({ lat: '69.65', lon: 18.96 }) // { latitude: 69.65, longitude: 18.96 }
 */
export function readCoordinates(source: Readonly<Record<string, unknown>>): Coordinates | undefined {
  const latitude = firstOf(source, ['latitude', 'lat']);
  const longitude = firstOf(source, ['longitude', 'lng', 'lon']);
  if (latitude === undefined && longitude === undefined) return undefined;
  return { latitude: readDegrees(latitude, 'latitude', 90), longitude: readDegrees(longitude, 'longitude', 180) };
}

/** Like `readCoordinates`, but missing coordinates are an error. */
export function requireCoordinates(source: Readonly<Record<string, unknown>>): Coordinates {
  const coordinates = readCoordinates(source);
  if (coordinates !== undefined) return coordinates;
  throw new PictureError('There are no coordinates.', {
    code: 'coordinates',
    field: 'latitude',
    hint: 'Give latitude and longitude in degrees.',
  });
}

function firstOf(source: Readonly<Record<string, unknown>>, names: readonly string[]): unknown {
  const name = names.find((each) => Object.hasOwn(source, each) && source[each] !== undefined && source[each] !== null);
  return name === undefined ? undefined : source[name];
}

function readDegrees(value: unknown, field: string, limit: number): number {
  const degrees = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value.trim()) : value;
  if (typeof degrees === 'number' && Number.isFinite(degrees) && Math.abs(degrees) <= limit) {
    // −0 would be written as another place than 0.
    return degrees === 0 ? 0 : degrees;
  }
  throw new PictureError(`${field} must be a number of degrees from -${limit} to ${limit}.`, {
    code: 'coordinates',
    field,
    hint: `Give ${field} as a number such as ${field === 'latitude' ? '69.65' : '18.96'}.`,
  });
}
