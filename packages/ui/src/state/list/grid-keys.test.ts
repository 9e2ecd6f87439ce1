import { describe, expect, it } from 'vitest';
import { type GridShape, placeAfter } from './grid-keys.ts';

const table: GridShape = { rows: 50, columns: 4, lanes: 1, page: 10, hasHead: true, direction: 'ltr' };
const go = (key: string, place: readonly [number, number], shape: Partial<GridShape> = {}, isMod = false) => {
  const next = placeAfter(key, isMod, { row: place[0], column: place[1] }, { ...table, ...shape });
  return next && [next.row, next.column];
};

describe('the keys of a grid', () => {
  it.each([
    ['ArrowDown', [0, 1], [1, 1]],
    ['ArrowDown', [49, 1], [49, 1]],
    ['ArrowUp', [0, 1], [-1, 1]],
    ['ArrowUp', [-1, 1], [-1, 1]],
    ['ArrowRight', [3, 3], [3, 3]],
    ['ArrowLeft', [3, 3], [3, 2]],
    ['PageDown', [45, 0], [49, 0]],
    ['PageUp', [5, 0], [0, 0]],
    ['Home', [5, 2], [5, 0]],
    ['End', [5, 2], [5, 3]],
  ] as const)('%s at %j leads to %j', (key, place, next) => {
    expect(go(key, place)).toEqual(next);
  });

  it('go to the first and last cell with Ctrl or ⌘', () => {
    expect([go('Home', [9, 2], {}, true), go('End', [9, 2], {}, true)]).toEqual([
      [0, 0],
      [49, 3],
    ]);
  });

  it('are mirrored for right-to-left languages', () => {
    expect([go('ArrowRight', [0, 1], { direction: 'rtl' }), go('ArrowLeft', [0, 1], { direction: 'rtl' })]).toEqual([
      [0, 0],
      [0, 2],
    ]);
  });

  it('move between cards in their layout, and stay if there is none below', () => {
    const cards = { lanes: 3, columns: 1, hasHead: false, rows: 8 };
    expect([
      go('ArrowDown', [1, 0], cards),
      go('ArrowDown', [6, 0], cards),
      go('ArrowRight', [1, 0], cards),
      go('ArrowUp', [1, 0], cards),
    ]).toEqual([
      [4, 0],
      [6, 0],
      [2, 0],
      [1, 0],
    ]);
  });

  it('do not include other keys', () => {
    expect(go('a', [0, 0])).toBeUndefined();
  });
});
