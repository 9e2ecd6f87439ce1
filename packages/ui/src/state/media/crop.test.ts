import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cropWithRatio, cutOf, type Edge, edgeOf, moveCrop, moveEdge, movePoint, storedCrop, storedPoint, WHOLE } from './crop.ts';

const number = fc.double({ min: -2, max: 2, noNaN: true });
const edges: readonly Edge[] = ['left', 'right', 'top', 'bottom'];
const moves = fc.array(
  fc.oneof(
    fc.tuple(fc.constantFrom(...edges), number).map(
      ([edge, to]) =>
        (crop: typeof WHOLE) =>
          moveEdge(crop, edge, to),
    ),
    fc.record({ x: number, y: number }).map((by) => (crop: typeof WHOLE) => moveCrop(crop, by)),
  ),
  { maxLength: 20 },
);

describe('a crop', () => {
  it('moves one edge, and keeps a least size', () => {
    const crop = moveEdge(WHOLE, 'left', 0.25);
    expect(crop).toEqual({ x: 0.25, y: 0, width: 0.75, height: 1 });
    expect(edges.map((edge) => edgeOf(crop, edge))).toEqual([0.25, 1, 0, 1]);
    expect(moveEdge(crop, 'right', 0)).toMatchObject({ x: 0.25, width: expect.closeTo(0.05) });
  });

  it('moves without changing its size', () => {
    const crop = { x: 0.25, y: 0.25, width: 0.5, height: 0.5 };
    expect(moveCrop(crop, { x: 1, y: -0.1 })).toEqual({ x: 0.5, y: 0.15, width: 0.5, height: 0.5 });
    expect(movePoint({ x: 0.5, y: 0.5 }, { x: 1, y: -0.25 })).toEqual({ x: 1, y: 0.25 });
  });

  it('is within the picture and accepted by the server, whatever was done', () => {
    fc.assert(
      fc.property(moves, (steps) => {
        const crop = storedCrop(steps.reduce((before, step) => step(before), WHOLE)) ?? WHOLE;
        for (const share of [crop.x, crop.y]) expect(share).toBeGreaterThanOrEqual(0);
        for (const share of [crop.width, crop.height]) expect(share).toBeGreaterThan(0);
        expect(crop.x + crop.width).toBeLessThanOrEqual(1 + 1e-9);
        expect(crop.y + crop.height).toBeLessThanOrEqual(1 + 1e-9);
      }),
    );
  });

  it('is stored as none if it is the whole picture', () => {
    expect(storedCrop({ x: 0, y: 0, width: 0.99999, height: 1 })).toBeNull();
    expect(storedCrop({ x: 0.12345678, y: 0, width: 0.5, height: 1 })).toEqual({ x: 0.1235, y: 0, width: 0.5, height: 1 });
    expect(storedPoint({ x: 1 / 3, y: 0 })).toEqual({ x: 0.3333, y: 0 });
    expect(storedPoint(null)).toBeNull();
  });

  it('has a ratio around the focal point, and pages cut it there', () => {
    const size = { width: 400, height: 300 };
    expect(cropWithRatio(size, 1, { x: 1, y: 0.5 })).toEqual({ x: 0.25, y: 0, width: 0.75, height: 1 });
    expect(cutOf(size, { crop: { x: 0, y: 0, width: 0.75, height: 1 }, focal: { x: 0.75, y: 0 } }, 2)).toEqual({
      x: 0,
      y: 0,
      width: 0.75,
      height: 0.5,
    });
  });
});
