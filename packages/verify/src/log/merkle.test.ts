import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  consistencyProof,
  EMPTY_TREE,
  emptyRoot,
  growTree,
  inclusionProof,
  leafHash,
  LogError,
  type ReadTile,
  rootOf,
  type Sha256,
  type Tile,
  tilePath,
  treeRoot,
  verifyConsistency,
  verifyInclusion,
} from '../index.ts';

// The definition of RFC 9162 §2.1, as it stands there: slow, recursive, with node's own hash.
const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
const naiveLeaf = (entry: Uint8Array): Buffer => sha256(Buffer.of(0), entry);
const splitOf = (size: number): number => 2 ** Math.floor(Math.log2(size - 1));
function naiveRoot(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return leaves[0]!;
  const split = splitOf(leaves.length);
  return sha256(Buffer.of(1), naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split)));
}
function naivePath(index: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length === 1) return [];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split ? [...naivePath(index, left), naiveRoot(right)] : [...naivePath(index - split, right), naiveRoot(left)];
}
function naiveProof(first: number, leaves: readonly Uint8Array[], isWhole = true): Uint8Array[] {
  if (first === leaves.length) return isWhole ? [] : [naiveRoot(leaves)];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return first <= split
    ? [...naiveProof(first, left, isWhole), naiveRoot(right)]
    : [...naiveProof(first - split, right, false), naiveRoot(left)];
}

const LEAVES = Array.from({ length: 300 }, (_, index) => naiveLeaf(Buffer.from(`entry ${index}`)));
const hexes = (hashes: readonly Uint8Array[]): string[] => hashes.map((each) => Buffer.from(each).toString('hex'));
const hex = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');
const atOnce: Sha256 = (bytes) => createHash('sha256').update(bytes).digest();

/** The tiles of a log of these leaves, computed without growTree. */
function tilesOf(leaves: readonly Uint8Array[]): ReadTile {
  return ({ level, index, width }: Tile): Uint8Array => {
    const span = 256 ** Number(level);
    return Buffer.concat(
      Array.from({ length: width }, (_, at) => {
        const from = (index * 256 + at) * span;
        return naiveRoot(leaves.slice(from, from + span));
      }),
    );
  };
}

const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'verified',
    (error: unknown) => (error instanceof LogError ? error.code : String(error)),
  );

// The entries and roots that the tests of Certificate Transparency's implementations use.
const INPUTS = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

describe('the Merkle tree of RFC 9162', () => {
  it('has the known roots of eight known entries', async () => {
    expect(hex(await emptyRoot())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    const leaves = await Promise.all(INPUTS.map((input) => leafHash(Buffer.from(input, 'hex'))));
    const roots = await Promise.all(ROOTS.map((_, index) => rootOf(leaves.slice(0, index + 1))));
    expect(hexes(roots)).toEqual(ROOTS);
  });

  it('gives the same roots and proofs as the definition for every size up to 300, and verifies them', async () => {
    for (let size = 1; size <= LEAVES.length; size += 1) {
      const leaves = LEAVES.slice(0, size);
      const tiles = tilesOf(leaves);
      const root = naiveRoot(leaves);
      expect(hex(await treeRoot(size, tiles, atOnce))).toBe(hex(root));
      for (const index of new Set([0, Math.floor(size / 2), size - 1, (size * 7) % size])) {
        const proof = await inclusionProof(index, size, tiles, atOnce);
        expect(hexes(proof)).toEqual(hexes(naivePath(index, leaves)));
        await verifyInclusion({ index, size, root, leafHash: leaves[index]!, proof });
      }
      for (const first of new Set([1, Math.ceil(size / 2), Math.max(1, size - 1), size])) {
        const proof = await consistencyProof(first, size, tiles, atOnce);
        expect(hexes(proof)).toEqual(hexes(naiveProof(first, leaves)));
        await verifyConsistency({ first: { size: first, root: naiveRoot(leaves.slice(0, first)) }, second: { size, root }, proof });
      }
    }
  }, 120_000);

  it('verifies every proof of every size up to 40', async () => {
    for (let size = 1; size <= 40; size += 1) {
      const leaves = LEAVES.slice(0, size);
      const root = naiveRoot(leaves);
      for (let index = 0; index < size; index += 1) {
        await verifyInclusion({ index, size, root, leafHash: leaves[index]!, proof: naivePath(index, leaves) });
        const first = { size: index + 1, root: naiveRoot(leaves.slice(0, index + 1)) };
        await verifyConsistency({ first, second: { size, root }, proof: naiveProof(index + 1, leaves) });
      }
    }
  });

  it('refuses a proof that was changed in any way', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 300 }), fc.nat(), fc.nat(), fc.nat(6), async (size, at, where, how) => {
        const leaves = LEAVES.slice(0, size);
        const index = at % size;
        const genuine = { index, size, root: naiveRoot(leaves), leafHash: leaves[index]!, proof: naivePath(index, leaves) };
        const { proof } = genuine;
        const place = where % proof.length;
        const flipped = proof.map((hash, each) => (each === place ? Buffer.from(hash).fill(hash[0]! ^ 1, 0, 1) : hash));
        const changed = [
          { proof: flipped },
          { proof: proof.toSpliced(place, 1) },
          { proof: proof.toSpliced(place, 0, proof[place]!) },
          { proof: [...proof, proof.at(-1)!] },
          { leafHash: leaves[(index + 1) % size]! },
          { index: (index + 1) % size },
          { root: naiveRoot(LEAVES.slice(1, size)) },
        ][how];
        expect(await codeOf(verifyInclusion({ ...genuine, ...changed }))).toBe('proof_wrong');
      }),
      { numRuns: 500 },
    );
  });

  it('refuses a history that was rewritten, and one that was cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 2, max: 300 }), fc.nat(), fc.nat(), fc.nat(5), async (size, at, where, how) => {
        const firstSize = 1 + (at % (size - 1));
        const leaves = LEAVES.slice(0, size);
        const rewritten = leaves.with(where % firstSize, LEAVES[299]!).with(0, naiveLeaf(Buffer.of(1)));
        const first = { size: firstSize, root: naiveRoot(leaves.slice(0, firstSize)) };
        const second = { size, root: naiveRoot(leaves) };
        const proof = naiveProof(firstSize, leaves);
        const place = where % proof.length;
        const changed = [
          { second: { size, root: naiveRoot(rewritten) }, proof: naiveProof(firstSize, rewritten) },
          { first: second, second: first },
          { proof: proof.toSpliced(place, 1) },
          { proof: proof.toSpliced(place, 0, proof[place]!) },
          { proof: proof.with(place, LEAVES[298]!) },
          { proof: [] },
        ][how]!;
        expect(await codeOf(verifyConsistency({ first, second, proof, ...changed }))).toBe('head_inconsistent');
      }),
      { numRuns: 500 },
    );
  });
});

describe('odd numbers', () => {
  const root = naiveRoot(LEAVES.slice(0, 4));
  const genuine = { index: 1, size: 4, root, leafHash: LEAVES[1]!, proof: naivePath(1, LEAVES.slice(0, 4)) };

  it.each([
    ['an index as large as the size', { index: 4 }],
    ['an index beyond the size', { index: 5 }],
    ['a negative index', { index: -1 }],
    ['half an index', { index: 0.5 }],
    ['an index that is no number', { index: NaN }],
    ['an empty log', { index: 0, size: 0, proof: [] }],
    ['a negative size', { size: -4 }],
    ['a size that is not exact', { size: 2 ** 60 }],
    ['a size of 2^53 - 1', { size: Number.MAX_SAFE_INTEGER }],
    ['a hash of 31 bytes', { proof: [Buffer.alloc(31), root] }],
    ['a leaf of 33 bytes', { leafHash: Buffer.alloc(33) }],
  ])('refuses %s', async (_, changed) => {
    await verifyInclusion(genuine);
    expect(await codeOf(verifyInclusion({ ...genuine, ...changed }))).toBe('proof_wrong');
  });

  it('does not take an inner node for an entry', async () => {
    const node = Buffer.concat([LEAVES[0]!, LEAVES[1]!]);
    const claimed = { index: 0, size: 2, root, proof: [genuine.proof[1]!] };
    // The node itself fits: only the prefix of leaves keeps it from being an entry.
    await verifyInclusion({ ...claimed, leafHash: naiveRoot(LEAVES.slice(0, 2)) });
    expect(await codeOf(verifyInclusion({ ...claimed, leafHash: await leafHash(node) }))).toBe('proof_wrong');
  });

  it('takes the empty log for the beginning of every log, with its own root and no proof', async () => {
    const empty = { size: 0, root: await emptyRoot() };
    const second = { size: 4, root };
    expect(await codeOf(verifyConsistency({ first: empty, second, proof: [] }))).toBe('verified');
    expect(await codeOf(verifyConsistency({ first: empty, second: empty, proof: [] }))).toBe('verified');
    expect(await codeOf(verifyConsistency({ first: { size: 0, root }, second, proof: [] }))).toBe('head_inconsistent');
    expect(await codeOf(verifyConsistency({ first: empty, second, proof: [root] }))).toBe('head_inconsistent');
    expect(await consistencyProof(0, 4, tilesOf(LEAVES.slice(0, 4)))).toEqual([]);
  });

  it('compares two heads of the same size by their roots', async () => {
    const other = naiveRoot(LEAVES.slice(1, 5));
    expect(await codeOf(verifyConsistency({ first: { size: 4, root }, second: { size: 4, root }, proof: [] }))).toBe('verified');
    expect(await codeOf(verifyConsistency({ first: { size: 4, root }, second: { size: 4, root: other }, proof: [] }))).toBe(
      'head_inconsistent',
    );
    expect(await codeOf(verifyConsistency({ first: { size: 4, root }, second: { size: 4, root }, proof: [root] }))).toBe(
      'head_inconsistent',
    );
  });

  it('makes no proof of what there is not', async () => {
    const tiles = tilesOf(LEAVES.slice(0, 4));
    expect(await codeOf(inclusionProof(4, 4, tiles))).toBe('proof_wrong');
    expect(await codeOf(inclusionProof(0, 0, tiles))).toBe('proof_wrong');
    expect(await codeOf(consistencyProof(5, 4, tiles))).toBe('head_inconsistent');
    expect(await codeOf(inclusionProof(0, 4, () => Buffer.alloc(96)))).toBe('tile_malformed');
    expect(await codeOf(inclusionProof(0, 4, () => Buffer.alloc(100)))).toBe('tile_malformed');
  });
});

describe('growTree', () => {
  it('gives the same tiles, root and proofs in whatever steps it grows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 700 }), { minLength: 1, maxLength: 6 }), async (steps) => {
        const total = steps.reduce((sum, each) => sum + each, 0);
        const leaves = Array.from({ length: total }, (_, index) => naiveLeaf(Buffer.from(String(index))));
        const stored = new Map<string, Uint8Array>();
        let tree = await growTree(EMPTY_TREE, [], atOnce);
        for (const step of steps) {
          const earlier = tree;
          tree = await growTree(tree, leaves.slice(tree.size, tree.size + step), atOnce);
          for (const { tile, hashes } of tree.full) {
            expect(stored.has(tilePath(tile))).toBe(false);
            stored.set(tilePath(tile), hashes);
          }
          const now = tree;
          const read: ReadTile = (tile) => stored.get(tilePath({ ...tile, width: 256 })) ?? now.partial[Number(tile.level)]!;
          const proof = await consistencyProof(earlier.size, now.size, read, atOnce);
          await verifyConsistency({ first: earlier, second: now, proof });
        }
        expect(hex(tree.root)).toBe(hex(naiveRoot(leaves)));
        const expected = tilesOf(leaves);
        for (const [path, hashes] of stored) {
          const [, level, index] = path.split('/');
          expect(hex(hashes)).toBe(hex(await expected({ level: Number(level), index: Number(index), width: 256 })));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('serves a full tile where a log has no partial one any more', async () => {
    const leaves = Array.from({ length: 256 }, (_, index) => naiveLeaf(Buffer.from(String(index))));
    const { full } = await growTree(EMPTY_TREE, leaves);
    expect(full.map(({ tile }) => tilePath(tile))).toEqual(['tile/0/000']);
    const proof = await inclusionProof(3, 10, () => full[0]!.hashes);
    await verifyInclusion({ index: 3, size: 10, root: naiveRoot(leaves.slice(0, 10)), leafHash: leaves[3]!, proof });
  });
});
