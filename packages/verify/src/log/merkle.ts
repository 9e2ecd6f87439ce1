import { equalBytes } from '../bytes/bytes.ts';
import { digest } from '../bytes/digest.ts';
import { LogError } from './log-error.ts';

/** SHA-256. A hash that answers at once, such as that of `node:crypto`, is several times faster than Web Crypto for short inputs. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

/** The bytes of a hash. */
export const HASH_LENGTH = 32;

/** The most hashes that a proof can have: the depth of the largest tree. */
export const MAXIMUM_PROOF = 63;

export const webSha256: Sha256 = (bytes) => digest('SHA-256', bytes);

/** The hash of a leaf (RFC 9162 §2.1.1): its prefix keeps an inner node from being taken for an entry. */
export async function leafHash(entry: Uint8Array, sha256: Sha256 = webSha256): Promise<Uint8Array> {
  const input = new Uint8Array(entry.length + 1);
  input.set(entry, 1);
  return sha256(input);
}

/** The hash of an inner node (RFC 9162 §2.1.1). */
export function nodeHash(left: Uint8Array, right: Uint8Array, sha256: Sha256 = webSha256): Uint8Array | Promise<Uint8Array> {
  const input = new Uint8Array(1 + 2 * HASH_LENGTH);
  input[0] = 1;
  input.set(left, 1);
  input.set(right, 1 + HASH_LENGTH);
  return sha256(input);
}

/** The root of a tree without leaves (RFC 9162 §2.1.1): the hash of nothing. */
export async function emptyRoot(sha256: Sha256 = webSha256): Promise<Uint8Array> {
  return sha256(new Uint8Array());
}

/**
 * The root of a tree or of one of its parts, from the hashes of its leaves (RFC 9162 §2.1.1), level by level: a node without a neighbour
 * moves up as it is, which gives the same tree as splitting at the largest power of two.
 *
 * @param leaves at least one
 */
export async function rootOf(leaves: readonly Uint8Array[], sha256: Sha256 = webSha256): Promise<Uint8Array> {
  let level = leaves;
  while (level.length > 1) {
    const above: (Uint8Array | Promise<Uint8Array>)[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const [left, right] = [level[index], level[index + 1]];
      if (left) above.push(right ? nodeHash(left, right, sha256) : left);
    }
    level = await settled(above);
  }
  return level[0] ?? emptyRoot(sha256);
}

/** Waiting costs more than hashing, where the hash answers at once. */
async function settled(hashes: readonly (Uint8Array | Promise<Uint8Array>)[]): Promise<readonly Uint8Array[]> {
  const ready = hashes.filter((each) => each instanceof Uint8Array);
  return ready.length === hashes.length ? ready : Promise.all(hashes.map(async (each) => each));
}

/** A place in a tree, and the hashes that prove it. */
export interface Inclusion {
  /** From 0. */
  readonly index: number;
  readonly size: number;
  readonly root: Uint8Array;
  readonly leafHash: Uint8Array;
  /** From the leaf's neighbour up. */
  readonly proof: readonly Uint8Array[];
}

/**
 * Verifies that a leaf is in a tree (RFC 9162 §2.1.3.2).
 *
 * @throws LogError `proof_wrong`, also for an index beyond the tree and for a proof with too few or too many hashes
 */
export async function verifyInclusion({ index, size, root, leafHash: leaf, proof }: Inclusion): Promise<void> {
  if (!isSize(size) || !isSize(index) || index >= size)
    throw new LogError('proof_wrong', `A log of ${size} entries has no entry ${index}.`);
  if (![root, leaf, ...proof].every(isHash)) throw new LogError('proof_wrong', 'A hash does not have 32 bytes.');
  let [at, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) throw new LogError('proof_wrong', 'The proof has too many hashes for its place in the log.');
    const isRight = isOdd(at) || at === last;
    hash = await (isRight ? nodeHash(sibling, hash) : nodeHash(hash, sibling));
    // Levels at which the last node has no neighbour have no hash in the proof.
    while (isRight && !isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    [at, last] = [half(at), half(last)];
  }
  if (last !== 0) throw new LogError('proof_wrong', 'The proof has too few hashes for its place in the log.');
  if (!equalBytes(hash, root)) throw new LogError('proof_wrong', 'The proof leads to another root than that of the head.');
}

/** Two heads of one log, and the hashes that prove that the later one continues the earlier one. */
export interface Consistency {
  readonly first: { readonly size: number; readonly root: Uint8Array };
  readonly second: { readonly size: number; readonly root: Uint8Array };
  readonly proof: readonly Uint8Array[];
}

/**
 * Verifies that one tree is the beginning of another (RFC 9162 §2.1.4.2). Of equal sizes the roots must be equal, and an empty tree is the
 * beginning of every other; the proof is empty in both cases.
 *
 * @throws LogError `head_inconsistent`
 */
export async function verifyConsistency({ first, second, proof }: Consistency): Promise<void> {
  if (!isSize(first.size) || !isSize(second.size) || first.size > second.size)
    throw new LogError('head_inconsistent', `A log of ${first.size} entries cannot have become one of ${second.size}.`);
  if (![first.root, second.root, ...proof].every(isHash)) throw new LogError('head_inconsistent', 'A hash does not have 32 bytes.');
  if (first.size === 0 && !equalBytes(first.root, await emptyRoot()))
    throw new LogError('head_inconsistent', 'The root of the empty log is wrong.');
  if (first.size === 0 || first.size === second.size) {
    if (proof.length > 0) throw new LogError('head_inconsistent', 'The proof has hashes, though there is nothing to prove by them.');
    if (first.size === second.size && !equalBytes(first.root, second.root))
      throw new LogError('head_inconsistent', `Two heads of ${first.size} entries have different roots.`);
    return;
  }
  const [firstRoot, secondRoot] = await rootsOf(first, second.size, proof);
  if (!equalBytes(firstRoot, first.root))
    throw new LogError('head_inconsistent', 'The proof leads to another root than that of the earlier head.');
  if (!equalBytes(secondRoot, second.root))
    throw new LogError('head_inconsistent', 'The proof leads to another root than that of the later head.');
}

/** Both roots that a consistency proof leads to. */
async function rootsOf(
  first: Consistency['first'],
  secondSize: number,
  proof: readonly Uint8Array[],
): Promise<readonly [Uint8Array, Uint8Array]> {
  let [at, last] = [first.size - 1, secondSize - 1];
  while (isOdd(at)) [at, last] = [half(at), half(last)];
  // A tree whose size is a power of two is a whole part of the later one: its root is known, and not in the proof.
  const [start, ...rest] = at === 0 ? [first.root, ...proof] : proof;
  if (!start) throw new LogError('head_inconsistent', 'The proof has too few hashes.');
  let [firstHash, secondHash] = [start, start];
  for (const sibling of rest) {
    if (last === 0) throw new LogError('head_inconsistent', 'The proof has too many hashes.');
    const isRight = isOdd(at) || at === last;
    if (isRight) firstHash = await nodeHash(sibling, firstHash);
    secondHash = await (isRight ? nodeHash(sibling, secondHash) : nodeHash(secondHash, sibling));
    while (isRight && !isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    [at, last] = [half(at), half(last)];
  }
  if (last !== 0) throw new LogError('head_inconsistent', 'The proof has too few hashes.');
  return [firstHash, secondHash];
}

/** Sizes are beyond 32 bits, which is what JavaScript's bit operations are limited to. */
function half(number: number): number {
  return Math.floor(number / 2);
}

function isOdd(number: number): boolean {
  return number % 2 === 1;
}

function isSize(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0;
}

function isHash(bytes: Uint8Array): boolean {
  return bytes.length === HASH_LENGTH;
}
