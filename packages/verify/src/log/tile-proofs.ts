import { LogError } from './log-error.ts';
import { emptyRoot, HASH_LENGTH, nodeHash, rootOf, type Sha256, webSha256 } from './merkle.ts';
import { type Tile, TILE_WIDTH, tilePath, tileWidth } from './tile.ts';

/** Reads the bytes of a tile. Where a partial tile is gone, the full one may be returned in its place. */
export type ReadTile = (tile: Tile) => Uint8Array | Promise<Uint8Array>;

/**
 * The hashes that prove the place of an entry (RFC 9162 §2.1.3.1), made from the tiles of a log of this size.
 *
 * The tiles need not be trusted: a proof made from wrong ones does not verify.
 *
 * @param index from 0
 * @throws LogError `proof_wrong` if the log has no such entry, `tile_malformed`
 */
export async function inclusionProof(index: number, size: number, readTile: ReadTile, sha256: Sha256 = webSha256): Promise<Uint8Array[]> {
  if (!isSize(index) || !isSize(size) || index >= size)
    throw new LogError('proof_wrong', `A log of ${size} entries has no entry ${index}.`);
  const tree = new TiledTree(size, readTile, sha256);
  const proof: Uint8Array[] = [];
  for (let [from, to] = [0, size]; to - from > 1;) {
    const middle = from + splitOf(to - from);
    proof.unshift(await (index < middle ? tree.hash(middle, to) : tree.hash(from, middle)));
    [from, to] = index < middle ? [from, middle] : [middle, to];
  }
  return proof;
}

/**
 * The hashes that prove that the log of the first size is the beginning of the one of the second (RFC 9162 §2.1.4.1), made from the tiles
 * of the latter. None if the sizes are equal, or the first is 0.
 *
 * @throws LogError `head_inconsistent` if the first size is the larger one, `tile_malformed`
 */
export async function consistencyProof(
  first: number,
  second: number,
  readTile: ReadTile,
  sha256: Sha256 = webSha256,
): Promise<Uint8Array[]> {
  if (!isSize(first) || !isSize(second) || first > second)
    throw new LogError('head_inconsistent', `A log of ${first} entries cannot have become one of ${second}.`);
  if (first === 0) return [];
  const tree = new TiledTree(second, readTile, sha256);
  const proof: Uint8Array[] = [];
  let [from, to] = [0, second];
  while (to > first) {
    const middle = from + splitOf(to - from);
    proof.unshift(await (first <= middle ? tree.hash(middle, to) : tree.hash(from, middle)));
    [from, to] = first <= middle ? [from, middle] : [middle, to];
  }
  // The earlier log as a whole is known to who verifies; any other part where both logs meet is not.
  return from === 0 ? proof : [await tree.hash(from, to), ...proof];
}

/**
 * The root of a log of this size, from its tiles.
 *
 * @throws LogError `tile_malformed`
 */
export async function treeRoot(size: number, readTile: ReadTile, sha256: Sha256 = webSha256): Promise<Uint8Array> {
  if (size === 0) return emptyRoot(sha256);
  return new TiledTree(size, readTile, sha256).hash(0, size);
}

/** Reads each tile at most once. */
class TiledTree {
  protected readonly size: number;
  protected readonly readTile: ReadTile;
  protected readonly sha256: Sha256;
  protected readonly tiles = new Map<string, Promise<readonly Uint8Array[]>>();

  constructor(size: number, readTile: ReadTile, sha256: Sha256) {
    this.size = size;
    this.readTile = readTile;
    this.sha256 = sha256;
  }

  /**
   * The hash of the entries from one index to before another: a whole part of the tree, or one that ends with the tree.
   */
  async hash(from: number, to: number): Promise<Uint8Array> {
    const width = to - from;
    const whole = splitOf(width + 1);
    if (whole === width) return this.hashOfWhole(from, width);
    const middle = from + whole;
    return nodeHash(await this.hashOfWhole(from, whole), await this.hash(middle, to), this.sha256);
  }

  /** @param width a power of two, and a divisor of `from` */
  protected async hashOfWhole(from: number, width: number): Promise<Uint8Array> {
    let [level, span] = [0, 1];
    while (span * TILE_WIDTH <= width) [level, span] = [level + 1, span * TILE_WIDTH];
    const position = from / span;
    const index = Math.floor(position / TILE_WIDTH);
    const hashes = await this.tile(level, index);
    const start = position - index * TILE_WIDTH;
    return rootOf(hashes.slice(start, start + width / span), this.sha256);
  }

  protected tile(level: number, index: number): Promise<readonly Uint8Array[]> {
    const tile = { level, index, width: tileWidth(level, index, this.size) };
    const path = tilePath(tile);
    const known = this.tiles.get(path) ?? this.read(tile);
    this.tiles.set(path, known);
    return known;
  }

  protected async read(tile: Tile): Promise<readonly Uint8Array[]> {
    return parseHashes(await this.readTile(tile), tile.width);
  }
}

/**
 * Reads the hashes of a tile (C2SP tlog-tiles, "Merkle Tree").
 *
 * @param width how many of them are wanted: a full tile may stand in for a partial one
 * @throws LogError `tile_malformed`
 */
export function parseHashes(bytes: Uint8Array, width: number): readonly Uint8Array[] {
  const hashes = bytes.length / HASH_LENGTH;
  if (hashes !== width && hashes !== TILE_WIDTH) throw new LogError('tile_malformed', `The tile does not have ${width} hashes.`);
  return Array.from({ length: width }, (_, at) => bytes.subarray(at * HASH_LENGTH, (at + 1) * HASH_LENGTH));
}

/** The largest power of two below a size of at least 2 (RFC 9162 §2.1.1). */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

function isSize(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0;
}
