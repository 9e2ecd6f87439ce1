import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { colorAt, differenceFromStored } from '../testing/same-picture.ts';
import { kilometresAcross } from './offline-map.ts';
import { drawStaticMap, type StaticMapOptions } from './static-map.ts';

const small = { width: 800, height: 420 };

describe('drawStaticMap', () => {
  it.each<[string, StaticMapOptions]>([
    ['tromso', { latitude: 69.65, longitude: 18.96, place: 'Tromsø' }],
    ['date-line', { latitude: 66, longitude: -180, zoom: 5, place: 'Чукотка' }],
    ['north-pole', { latitude: 90, longitude: 0, zoom: 3 }],
    ['south-pole', { latitude: -90, longitude: 180, zoom: 3 }],
    ['zero', { latitude: 0, longitude: 0, zoom: 1, place: 'Null Island' }],
    ['cairo', { latitude: '30.04', longitude: '31.24', zoom: 7, place: 'القاهرة', brandColor: '#1d4ed8' }],
    ['tokyo', { latitude: 35.68, longitude: 139.69, zoom: 20, place: '東京', language: 'ja' }],
  ])('draws %s like the stored picture, without a network', async (name, options) => {
    const { bytes, degraded } = await drawStaticMap({ ...small, ...options });
    expect(degraded).toBeUndefined();
    expect(await differenceFromStored(`map-${name}`, bytes)).toBeLessThanOrEqual(0.005);
  });

  it('puts its point into the middle, and has the requested size and format', async () => {
    for (const format of ['png', 'webp', 'jpeg'] as const) {
      const map = await drawStaticMap({ latitude: -0, longitude: 0, width: 300, height: 200, format, brandColor: '#00f' });
      expect(map).toMatchObject({ mimeType: `image/${format}`, width: 300, height: 200, missing: 0 });
      expect(await sharp(map.bytes).metadata()).toMatchObject({ format, width: 300, height: 200 });
      if (format === 'png') expect(await colorAt(map.bytes, 150, 100)).toBe('#0000ff');
    }
  });

  it('names the source of its data, and draws any label', async () => {
    const map = await drawStaticMap({ ...small, latitude: 1, longitude: 1, place: `${'<b>&"'.repeat(100)}\ud800\u{13000}` });
    expect(map.bytes.length).toBeGreaterThan(1000);
  });

  it('is as wide as a tile map of its zoom, within the resolution of the data', () => {
    const at = { latitude: 0, longitude: 0, width: 1024, height: 500 };
    expect(kilometresAcross({ ...at, zoom: 4 })).toBeCloseTo(10_018.75, 1);
    expect([kilometresAcross({ ...at, zoom: 1 }), kilometresAcross({ ...at, zoom: 20 })]).toEqual([18_000, 400]);
    expect(kilometresAcross({ ...at, latitude: 90, zoom: 6 })).toBe(kilometresAcross({ ...at, latitude: -75, zoom: 6 }));
  });

  it.each([
    ['zoom', { zoom: 0 }, 'options'],
    ['zoom', { zoom: 20.5 }, 'options'],
    ['latitude', { latitude: '12abc' }, 'coordinates'],
    ['latitude', { latitude: Number.NaN }, 'coordinates'],
    ['longitude', { longitude: 180.1 }, 'coordinates'],
    ['brandColor', { brandColor: 'red' }, 'options'],
    ['height', { height: 100 }, 'options'],
  ])('rejects an invalid %s by name', async (field, options, code) => {
    await expect(drawStaticMap({ latitude: 1, longitude: 1, ...options } as StaticMapOptions)).rejects.toMatchObject({ code, field });
  });

  it('draws a hundred places anywhere without errors', async () => {
    for (let index = 0; index < 100; index += 1) {
      const place = { latitude: -90 + ((index * 37) % 181), longitude: -180 + ((index * 73) % 361), zoom: 1 + (index % 20) };
      expect((await drawStaticMap({ ...place, width: 200, height: 200 })).bytes.length).toBeGreaterThan(300);
    }
  }, 60_000);
});
