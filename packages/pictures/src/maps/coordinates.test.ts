import { describe, expect, it } from 'vitest';
import { readCoordinates, requireCoordinates } from './coordinates.ts';

describe('readCoordinates', () => {
  it.each([
    [{ latitude: 69.65, longitude: 18.96 }, 69.65, 18.96],
    [{ lat: '69.65', lon: ' 18.96 ' }, 69.65, 18.96],
    [{ lat: '-.5', lng: '+180' }, -0.5, 180],
    [{ latitude: 0, longitude: 0 }, 0, 0],
    [{ latitude: -90, longitude: -180 }, -90, -180],
    [{ latitude: null, lat: 5, lng: '0' }, 5, 0],
    [{ title: 'x', lat: 1, lng: 2, latitude: 3 }, 3, 2],
  ])('reads %j', (source, latitude, longitude) => {
    expect(readCoordinates(source)).toEqual({ latitude, longitude });
  });

  it('treats minus zero as zero', () => {
    const { latitude, longitude } = readCoordinates({ lat: -0, lng: '-0' }) ?? {};
    expect([Object.is(latitude, 0), Object.is(longitude, 0)]).toEqual([true, true]);
  });

  it('returns undefined without own properties', () => {
    expect(readCoordinates({ title: 'x' })).toBeUndefined();
    expect(readCoordinates(Object.create({ lat: 1, lng: 2 }) as Record<string, unknown>)).toBeUndefined();
    expect(() => requireCoordinates({})).toThrow(expect.objectContaining({ code: 'coordinates', field: 'latitude' }));
  });

  it.each([
    '12abc',
    '',
    ' ',
    '1e1',
    '0x10',
    'NaN',
    'Infinity',
    '1,5',
    '٣',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    90.0001,
    -91,
    true,
    [1],
    {},
  ])('refuses %j as a latitude', (lat) => {
    expect(() => readCoordinates({ lat, lng: 1 })).toThrow(expect.objectContaining({ code: 'coordinates', field: 'latitude' }));
  });

  it('rejects a missing coordinate, and values out of range', () => {
    expect(() => readCoordinates({ lat: 1 })).toThrow(expect.objectContaining({ code: 'coordinates', field: 'longitude' }));
    expect(() => readCoordinates({ lng: 1 })).toThrow(expect.objectContaining({ code: 'coordinates', field: 'latitude' }));
    expect(() => readCoordinates({ lat: 1, lng: 180.5 })).toThrow(expect.objectContaining({ field: 'longitude' }));
  });
});
