import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { hugePng } from '../testing/huge-png.ts';
import { colorAt } from '../testing/same-picture.ts';
import { describePicture, readPicture } from './read-picture.ts';
import { resizePicture } from './resize-picture.ts';

const plain = (width = 60, height = 40): Sharp => sharp({ create: { width, height, channels: 3, background: '#336699' } });
let photograph: Buffer;
beforeAll(async () => {
  // A rotated camera picture with a location in its metadata.
  photograph = await plain()
    .withExif({ IFD0: { Make: 'Camera', Artist: 'Somebody' }, IFD3: { GPSLatitude: '69/1 39/1 0/1', GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3', { attach: true })
    .jpeg()
    .toBuffer();
});

describe('readPicture', () => {
  it('rotates a photograph upright and removes location, camera and profile', async () => {
    const before = await sharp(photograph).metadata();
    expect([before.exif !== undefined, before.icc !== undefined, before.orientation]).toEqual([true, true, 6]);
    const picture = await readPicture(photograph);
    expect(picture).toMatchObject({ mimeType: 'image/jpeg', width: 40, height: 60 });
    const after = await sharp(picture.bytes).metadata();
    expect([after.exif, after.icc, after.xmp, after.iptc, after.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(Buffer.from(picture.bytes).includes('Camera')).toBe(false);
  });

  it.each([
    ['png', 'image/png'],
    ['jpeg', 'image/jpeg'],
    ['webp', 'image/webp'],
    ['gif', 'image/png'],
    ['avif', 'image/webp'],
  ] as const)('reads %s and writes %s', async (format, mimeType) => {
    const bytes = await plain().toFormat(format).toBuffer();
    expect(await readPicture(bytes)).toMatchObject({ mimeType, width: 60, height: 40 });
    expect(await describePicture(bytes)).toMatchObject({ mimeType: `image/${format}`, width: 60, height: 40 });
  });

  it('converts 16 bits and other colour spaces to 8-bit sRGB', async () => {
    const deep = await plain().toColourspace('rgb16').png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe('ushort');
    expect(await sharp((await readPicture(deep)).bytes).metadata()).toMatchObject({ depth: 'uchar', space: 'srgb' });
    const ink = await plain().toColourspace('cmyk').jpeg().toBuffer();
    expect(await sharp((await readPicture(ink)).bytes).metadata()).toMatchObject({ channels: 3, space: 'srgb' });
  });

  it('replaces transparency by white if the format requires it', async () => {
    const clear = await sharp({ create: { width: 10, height: 10, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer();
    expect(await colorAt((await readPicture(clear, { format: 'jpeg' })).bytes, 5, 5)).toBe('#ffffff');
  });

  it('reads the first frame of an animation', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#00ff00'].map((background) =>
        sharp({ create: { width: 8, height: 8, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const picture = await readPicture(moving);
    expect([picture.width, picture.height, await colorAt(picture.bytes, 4, 4)]).toEqual([8, 8, '#ff0000']);
  });

  it.each<[string, () => Uint8Array]>([
    ['nothing', () => Buffer.alloc(0)],
    ['an address', () => Buffer.from('https://example.org/picture.png')],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>')],
    ['SVG after a byte order mark', () => Buffer.from('\ufeff<?xml version="1.0"?><svg/>')],
    ['PDF', () => Buffer.from('%PDF-1.7\n')],
    ['TIFF', () => Buffer.from('II*\0\x08\0\0\0', 'latin1')],
    ['HEIC', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1')],
    ['zeros after a signature', () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(1000)])],
    ['half a photograph', () => photograph.subarray(0, photograph.length >> 1)],
  ])('refuses %s', async (_name, bytes) => {
    await expect(readPicture(bytes())).rejects.toMatchObject({ code: 'not_a_picture' });
  });

  it('rejects a damaged picture instead of decoding a part of it', async () => {
    const bytes = Buffer.from(await plain(200, 200).png({ compressionLevel: 0 }).toBuffer());
    bytes.fill(0xff, 2000, 3000);
    expect(crc32(bytes)).not.toBe(0);
    await expect(readPicture(bytes)).rejects.toMatchObject({ code: 'not_a_picture' });
  });

  it('rejects 256 million pixels without decoding them', async () => {
    const bytes = hugePng(16_000, 16_000);
    const start = performance.now();
    await expect(readPicture(bytes)).rejects.toMatchObject({ code: 'too_large' });
    await expect(describePicture(bytes)).rejects.toMatchObject({ code: 'too_large' });
    expect(performance.now() - start).toBeLessThan(500);
  });

  it('rejects more bytes or pixels than its limits', async () => {
    await expect(readPicture(photograph, { maximumBytes: photograph.length - 1 })).rejects.toMatchObject({ code: 'too_large' });
    await expect(readPicture(photograph, { maximumPixels: 2399 })).rejects.toMatchObject({ code: 'too_large' });
    await expect(readPicture(photograph, { maximumPixels: 2400 })).resolves.toMatchObject({ width: 40 });
  });

  it('rejects an unknown format by name', async () => {
    await expect((async () => readPicture(photograph, { format: 'svg' as 'png' }))()).rejects.toMatchObject({
      code: 'options',
      field: 'format',
    });
  });

  it('throws only its own error for arbitrary bytes', async () => {
    const png = await plain(20, 20).png().toBuffer();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(png.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }), async (changes) => {
        const bytes = Buffer.from(png);
        for (const [at, value] of changes) bytes[at] = value;
        const outcome = await readPicture(bytes).catch((error: { code?: string }) => error.code);
        if (typeof outcome === 'string' || outcome === undefined) expect(['not_a_picture', 'too_large']).toContain(outcome);
      }),
      { numRuns: 300 },
    );
  });
});

describe('resizePicture', () => {
  it('fits a width and keeps the proportions, upright', async () => {
    expect(await resizePicture(photograph, { width: 20, format: 'webp' })).toMatchObject({ mimeType: 'image/webp', width: 20, height: 30 });
    expect(await resizePicture(photograph, { width: 100, height: 15 })).toMatchObject({ mimeType: 'image/jpeg', width: 10, height: 15 });
  });

  it('enlarges nothing unless requested', async () => {
    expect(await resizePicture(photograph, { width: 400 })).toMatchObject({ width: 40, height: 60 });
    expect(await resizePicture(photograph, { width: 400, enlarge: true })).toMatchObject({ width: 400, height: 600 });
  });

  it.each([0, -1, 1.5, Number.NaN, 10_001, '100'])('rejects a width of %s', async (width) => {
    await expect((async () => resizePicture(photograph, { width: width as number }))()).rejects.toMatchObject({
      code: 'options',
      field: 'width',
    });
  });

  it('shows a part, in the coordinates of the upright picture', async () => {
    // Red on the left and blue on the right, stored lying on its side.
    const halves = [
      { input: { create: { width: 40, height: 40, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
      { input: { create: { width: 40, height: 40, channels: 3, background: '#0000ff' } }, left: 40, top: 0 },
    ] as const;
    const upright = await sharp({ create: { width: 80, height: 40, channels: 3, background: '#000000' } })
      .composite([...halves])
      .png()
      .toBuffer();
    const stored = await sharp(upright).rotate(-90).withMetadata({ orientation: 6 }).png().toBuffer();
    expect(await describePicture(stored)).toMatchObject({ width: 80, height: 40 });
    const right = await resizePicture(stored, { width: 20, crop: { x: 40, y: 0, width: 40, height: 40 } });
    expect(right).toMatchObject({ width: 20, height: 20 });
    expect(await colorAt(right.bytes, 2, 10)).toBe('#0000ff');
    const left = await resizePicture(stored, { width: 400, crop: { x: 0, y: 10, width: 30, height: 20 } });
    expect(left).toMatchObject({ width: 30, height: 20 });
    expect(await colorAt(left.bytes, 28, 18)).toBe('#ff0000');
  });

  it.each([
    { x: 30, y: 0, width: 20, height: 20 },
    { x: -1, y: 0, width: 20, height: 20 },
    { x: 0, y: 0, width: 0, height: 20 },
    { x: 0, y: 0, width: 10.5, height: 20 },
    { x: Number.NaN, y: 0, width: 10, height: 20 },
  ])('rejects the part %o, which the picture does not have', async (crop) => {
    await expect((async () => resizePicture(photograph, { width: 20, crop }))()).rejects.toMatchObject({ code: 'options', field: 'crop' });
  });
});
