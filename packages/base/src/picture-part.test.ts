import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverInPixels, focalIn, partInPixels, type PartShares, type PixelPart, type PixelSize } from './picture-part.ts';

const size = fc.record({ width: fc.integer({ min: 1, max: 20_000 }), height: fc.integer({ min: 1, max: 20_000 }) });
const share = fc.double({ min: 0, max: 1, noNaN: true });
const extent = fc.double({ min: 1e-9, max: 1, noNaN: true });
/** A part that lies within its picture. */
const part = fc
  .record({ x: share, y: share, width: extent, height: extent })
  .map(({ x, y, width, height }): PartShares => ({ x: x * (1 - width), y: y * (1 - height), width, height }));

function expectWithin(inner: PixelPart, outer: PixelSize & Partial<PixelPart>): void {
  const [x = 0, y = 0] = [outer.x, outer.y];
  expect(Object.values(inner).every(Number.isInteger)).toBe(true);
  expect(inner.width).toBeGreaterThanOrEqual(1);
  expect(inner.height).toBeGreaterThanOrEqual(1);
  expect(inner.x).toBeGreaterThanOrEqual(x);
  expect(inner.y).toBeGreaterThanOrEqual(y);
  expect(inner.x + inner.width).toBeLessThanOrEqual(x + outer.width);
  expect(inner.y + inner.height).toBeLessThanOrEqual(y + outer.height);
}

describe('a part of a picture', () => {
  it('is all of it, or the pixels at its shares', () => {
    expect(partInPixels({ width: 400, height: 300 })).toEqual({ x: 0, y: 0, width: 400, height: 300 });
    expect(partInPixels({ width: 400, height: 300 }, { x: 0.25, y: 0, width: 0.5, height: 1 })).toEqual({
      x: 100,
      y: 0,
      width: 200,
      height: 300,
    });
  });

  it('has at least one pixel, and none outside the picture', () => {
    fc.assert(fc.property(size, part, (picture, wanted) => expectWithin(partInPixels(picture, wanted), picture)));
  });
});

describe('a part with a ratio', () => {
  it('is as large as possible, and lies where the focal point is', () => {
    const whole = { x: 0, y: 0, width: 400, height: 300 };
    expect(coverInPixels(whole, 1)).toEqual({ x: 50, y: 0, width: 300, height: 300 });
    expect(coverInPixels(whole, 1, { x: 1, y: 0.5 })).toEqual({ x: 100, y: 0, width: 300, height: 300 });
    expect(coverInPixels(whole, 2, { x: 0.5, y: 0 })).toEqual({ x: 0, y: 0, width: 400, height: 200 });
  });

  it('never leaves its part, and always shows the focal point', () => {
    fc.assert(
      fc.property(size, part, fc.double({ min: 0.2, max: 5, noNaN: true }), share, share, (picture, wanted, ratio, x, y) => {
        const shown = partInPixels(picture, wanted);
        const cover = coverInPixels(shown, ratio, { x, y });
        expectWithin(cover, shown);
        const [atX, atY] = [shown.x + x * shown.width, shown.y + y * shown.height];
        expect(atX).toBeGreaterThanOrEqual(cover.x - 0.5);
        expect(atX).toBeLessThanOrEqual(cover.x + cover.width + 0.5);
        expect(atY).toBeGreaterThanOrEqual(cover.y - 0.5);
        expect(atY).toBeLessThanOrEqual(cover.y + cover.height + 0.5);
      }),
    );
  });
});

describe('a focal point', () => {
  it('is told in shares of the part that is shown, and moved into it', () => {
    expect(focalIn(null, { x: 0.3, y: 0.4 })).toEqual({ x: 0.3, y: 0.4 });
    expect(focalIn({ x: 0.5, y: 0, width: 0.5, height: 1 }, { x: 0.75, y: 0.4 })).toEqual({ x: 0.5, y: 0.4 });
    expect(focalIn({ x: 0.5, y: 0, width: 0.5, height: 0.5 }, { x: 0.1, y: 0.9 })).toEqual({ x: 0, y: 1 });
  });
});
