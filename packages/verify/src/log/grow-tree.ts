import { concatBytes } from '../bytes/bytes.ts';
import { emptyRoot, HASH_LENGTH, rootOf, type Sha256, webSha256 } from './merkle.ts';
import { parseHashes } from './tile-proofs.ts';
import { type Tile, TILE_WIDTH } from './tile.ts';

/** A tree as far as it must be known to append to it: its size, and the last tile of each level, which is not full. */
export interface TreeEdge {
  readonly size: number;
  /** The hashes of the partial tile of each level, from the leaves up, each 0 to 255 hashes long. */
  readonly partial: readonly Uint8Array[];
}

/** A tree after leaves were appended. */
export interface GrownTree extends TreeEdge {
  readonly root: Uint8Array;
  /** The tiles that became full, which never change again. */
  readonly full: readonly { readonly tile: Tile; readonly hashes: Uint8Array }[];
}

/** A tree without leaves. */
export const EMPTY_TREE: TreeEdge = { size: 0, partial: [] };

/**
 * Appends leaves to a tree (C2SP tlog-tiles, "Merkle Tree"): what a log stores after it has numbered entries, and what a mirror computes
 * from the entries that it was given, to compare it with the head.
 *
 * @param leaves hashes of leaves, in order
 */
export async function growTree(edge: TreeEdge, leaves: readonly Uint8Array[], sha256: Sha256 = webSha256): Promise<GrownTree> {
  const partial: Uint8Array[] = [];
  const full: { tile: Tile; hashes: Uint8Array }[] = [];
  let added = leaves;
  for (let level = 0; added.length > 0 || level < edge.partial.length; level += 1) {
    const before = edge.partial[level] ?? new Uint8Array();
    const hashes = concatBytes([before, ...added]);
    const count = hashes.length / HASH_LENGTH;
    const first = Math.floor(edge.size / TILE_WIDTH ** (level + 1));
    const above: Uint8Array[] = [];
    for (let index = 0; (index + 1) * TILE_WIDTH <= count; index += 1) {
      const tile = hashes.slice(index * TILE_WIDTH * HASH_LENGTH, (index + 1) * TILE_WIDTH * HASH_LENGTH);
      full.push({ tile: { level, index: first + index, width: TILE_WIDTH }, hashes: tile });
      above.push(await rootOf(parseHashes(tile, TILE_WIDTH), sha256));
    }
    partial.push(hashes.slice(above.length * TILE_WIDTH * HASH_LENGTH));
    added = above;
  }
  return { size: edge.size + leaves.length, partial, full, root: await rootOfEdge(partial, sha256) };
}

/** The root of a tree, from its partial tiles: each is the right edge of the level above it. */
async function rootOfEdge(partial: readonly Uint8Array[], sha256: Sha256): Promise<Uint8Array> {
  let below: Uint8Array | undefined;
  for (const bytes of partial) {
    const hashes = [...parseHashes(bytes, bytes.length / HASH_LENGTH), ...(below ? [below] : [])];
    if (hashes.length > 0) below = await rootOf(hashes, sha256);
  }
  return below ?? emptyRoot(sha256);
}
