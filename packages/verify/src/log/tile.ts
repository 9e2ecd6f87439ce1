import { LogError } from './log-error.ts';

/** The hashes in a full tile, and the entries in a full bundle (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;

/** A tile of hashes, or a bundle of entries. */
export interface Tile {
  /** 0 for the hashes of leaves; each level above has the roots of the full tiles below it. */
  readonly level: number | 'entries';
  readonly index: number;
  /** 1 to 256; below 256 the tile is partial. */
  readonly width: number;
}

const SUFFIX = /^(0|[1-9]\d?|entries)\/((?:x\d{3}\/)*\d{3})(?:\.p\/([1-9]\d{0,2}))?$/;

/**
 * The path of a tile below the prefix of its log (C2SP tlog-tiles, "Merkle Tree" and "Log entries").
 *
 * @example
 * tilePath({ level: 0, index: 1234067, width: 256 }) // 'tile/0/x001/x234/067'
 */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index);
  const parts = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const suffix = width === TILE_WIDTH ? '' : `.p/${width}`;
  return `tile/${level}/${parts.map((part, at) => (at < parts.length - 1 ? `x${part}` : part)).join('/')}${suffix}`;
}

/**
 * Reads the path of a tile; only the one that {@link tilePath} writes is accepted.
 *
 * @throws LogError `tile_malformed`
 */
export function parseTilePath(path: string): Tile {
  const [, level = '', parts = '', width] = (path.length <= 100 && path.startsWith('tile/') ? SUFFIX.exec(path.slice(5)) : null) ?? [];
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(parts.replaceAll(/[x/]/g, '')),
    width: width === undefined ? TILE_WIDTH : Number(width),
  };
  const isTile = parts !== '' && (tile.level === 'entries' || tile.level <= 63) && tile.width <= TILE_WIDTH;
  if (!isTile || !Number.isSafeInteger(tile.index) || tilePath(tile) !== path)
    throw new LogError('tile_malformed', 'This is not the path of a tile.');
  return tile;
}

/** How many hashes a tile has in a log of this size: 0 if the log has no such tile (C2SP tlog-tiles, "Partial Tiles"). */
export function tileWidth(level: number | 'entries', index: number, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** (level === 'entries' ? 0 : level));
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}

const MAXIMUM_ENTRY = 65_535;

/**
 * Writes a bundle of entries: each with its length in two octets (C2SP tlog-tiles, "Log entries").
 *
 * @throws LogError `tile_malformed` if there are none or more than 256, or one has more than 65,535 bytes
 */
export function formatEntries(entries: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  if (entries.length === 0 || entries.length > TILE_WIDTH || entries.some((each) => each.length > MAXIMUM_ENTRY))
    throw new LogError('tile_malformed', 'A bundle has 1 to 256 entries of at most 65,535 bytes.');
  const bytes = new Uint8Array(entries.reduce((sum, each) => sum + each.length + 2, 0));
  let offset = 0;
  for (const each of entries) {
    bytes.set([Math.floor(each.length / 256), each.length % 256], offset);
    bytes.set(each, offset + 2);
    offset += each.length + 2;
  }
  return bytes;
}

/**
 * Reads a bundle of entries.
 *
 * @param width how many of them are wanted: a full bundle may stand in for a partial one
 * @throws LogError `tile_malformed`
 */
export function parseEntries(bytes: Uint8Array, width: number): readonly Uint8Array[] {
  const entries: Uint8Array[] = [];
  let offset = 0;
  while (offset < bytes.length && entries.length < TILE_WIDTH) {
    const [high = 0, low] = bytes.subarray(offset, offset + 2);
    const end = offset + 2 + high * 256 + (low ?? Infinity);
    if (end > bytes.length) throw new LogError('tile_malformed', 'A bundle of entries ends within an entry.');
    entries.push(bytes.subarray(offset + 2, end));
    offset = end;
  }
  if (offset !== bytes.length || (entries.length !== width && entries.length !== TILE_WIDTH))
    throw new LogError('tile_malformed', `The bundle does not have ${width} entries.`);
  return entries.slice(0, width);
}
