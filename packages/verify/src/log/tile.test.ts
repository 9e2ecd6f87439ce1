import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatEntries, LogError, parseEntries, parseTilePath, type Tile, tilePath, tileWidth } from '../index.ts';

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'read';
  } catch (error) {
    return error instanceof LogError ? error.code : String(error);
  }
}

describe('paths of tiles', () => {
  it.each<[Tile, string]>([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 1, index: 1000, width: 17 }, 'tile/1/x001/000.p/17'],
    [{ level: 'entries', index: 999, width: 1 }, 'tile/entries/999.p/1'],
    [{ level: 63, index: Number.MAX_SAFE_INTEGER, width: 255 }, 'tile/63/x009/x007/x199/x254/x740/991.p/255'],
  ])('%o is %s', (tile, path) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual(tile);
  });

  const refused = [
    '',
    'tile/0/000\n',
    `tile/0/${'x000/'.repeat(30)}000`,
    ...'tile tile/ tile/0 tile/0/ tile/0/00 tile/0/0000 tile/0/x000 tile/0/x000/001 tile/0/001/002 tile/0/000/ /tile/0/000'.split(' '),
    ...'tile/00/000 tile/64/000 tile/-1/000 tile/x/000 tile/0/../000 tile/0/٠٠٠ tile/entries/0 tile/Entries/000'.split(' '),
    ...'tile/0/000.p/0 tile/0/000.p/256 tile/0/000.p/999 tile/0/000.p/01 tile/0/000.p/ tile/0/000.p'.split(' '),
    'tile/0/x999/x999/x999/x999/x999/999',
  ];
  it.each(refused)('refuses %j', (path) => {
    expect(codeOf(() => parseTilePath(path))).toBe('tile_malformed');
  });

  it('reads back every path that it writes', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.nat(63), fc.constant('entries' as const)),
        fc.maxSafeNat(),
        fc.integer({ min: 1, max: 256 }),
        (level, index, width) => {
          expect(parseTilePath(tilePath({ level, index, width }))).toEqual({ level, index, width });
        },
      ),
    );
  });
});

describe('widths of tiles', () => {
  it('are those of the example of the standard, a log of 70,000 entries', () => {
    const widths = (level: number, count: number): number[] => Array.from({ length: count }, (_, index) => tileWidth(level, index, 70_000));
    expect(widths(0, 275)).toEqual([...Array.from({ length: 273 }, () => 256), 112, 0]);
    expect(widths(1, 3)).toEqual([256, 17, 0]);
    expect(widths(2, 2)).toEqual([1, 0]);
    expect(tileWidth(3, 0, 70_000)).toBe(0);
    expect([tileWidth(0, 0, 256), tileWidth(1, 0, 256), tileWidth('entries', 0, 256), tileWidth(0, 0, 0)]).toEqual([256, 1, 256, 0]);
  });
});

describe('bundles of entries', () => {
  it('are read back as they were written', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 700 }), { minLength: 1, maxLength: 256 }), (entries) => {
        expect(parseEntries(formatEntries(entries), entries.length)).toEqual(entries);
      }),
      { numRuns: 50 },
    );
    const largest = [new Uint8Array(65_535).fill(7)];
    expect(parseEntries(formatEntries(largest), 1)).toEqual(largest);
  });

  it('may be full where a partial one is wanted, and are refused otherwise', () => {
    const full = Array.from({ length: 256 }, (_, index) => Uint8Array.of(index));
    expect(parseEntries(formatEntries(full), 3)).toEqual(full.slice(0, 3));
    const three = formatEntries(full.slice(0, 3));
    for (const width of [1, 2, 4, 256]) expect(codeOf(() => parseEntries(three, width))).toBe('tile_malformed');
    for (let length = 0; length < three.length; length += 1)
      expect(codeOf(() => parseEntries(three.subarray(0, length), 3))).toBe('tile_malformed');
    expect(codeOf(() => parseEntries(Uint8Array.from([...three, 0]), 3))).toBe('tile_malformed');
    expect(codeOf(() => parseEntries(new Uint8Array(10_000_000), 256))).toBe('tile_malformed');
  });

  it('are not written larger than the standard allows', () => {
    expect(codeOf(() => formatEntries([]))).toBe('tile_malformed');
    expect(codeOf(() => formatEntries([new Uint8Array(65_536)]))).toBe('tile_malformed');
    expect(codeOf(() => formatEntries(Array.from({ length: 257 }, () => new Uint8Array())))).toBe('tile_malformed');
  });
});
