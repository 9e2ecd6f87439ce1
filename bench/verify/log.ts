import { hash } from 'node:crypto';
import {
  consistencyProof,
  EMPTY_TREE,
  formatCheckpoint,
  formatLogProof,
  growTree,
  type GrownTree,
  inclusionProof,
  leafHash,
  makeVerifierKey,
  policyOfLog,
  type ReadTile,
  formatSignature,
  type Sha256,
  SIGNATURE_TYPE,
  tilePath,
  verifyConsistency,
  verifyLogProof,
} from '@colophon/verify';
import { median } from '../support/median.ts';
import { printTable } from '../support/table.ts';

// A transparency log of `LEAVES` entries (1,000,000 unless given): growing it by 1,000 at a time with the hash of Node and with that of Web
// Crypto, making proofs from its tiles, and verifying them. `-- verify/log 100000`.
const LEAVES = Number(process.argv[3] ?? 1_000_000);
const STEP = 1000;
const ROUNDS = 50;
const atOnce: Sha256 = (bytes) => hash('sha256', bytes, 'buffer');
const entryOf = (index: number): Uint8Array =>
  new TextEncoder().encode(JSON.stringify({ v: 1, kind: 'account', id: index, digest: index * 7 }));

const tiles = new Map<string, Uint8Array>();
let tree: GrownTree = await growTree(EMPTY_TREE, [], atOnce);
let earlier = tree;
const steps: number[] = [];
const started = performance.now();
while (tree.size < LEAVES) {
  const leaves = await leavesFrom(tree.size, Math.min(STEP, LEAVES - tree.size));
  const from = performance.now();
  tree = await growTree(tree, leaves, atOnce);
  steps.push(performance.now() - from);
  for (const { tile, hashes } of tree.full) tiles.set(tilePath(tile), hashes);
  if (tree.size <= LEAVES / 2) earlier = tree;
}
const seconds = (performance.now() - started) / 1000;
const megabytes = [...tiles.values()].reduce((sum, each) => sum + each.length, 0) / 1_000_000;
const withWebCrypto = await timesOf(10, async () => growTree(tree, await leavesFrom(0, STEP)));
printTable(
  [`A log of ${LEAVES.toLocaleString('en')} entries`, ''],
  [
    ['hashes of all entries, and all tiles', `${seconds.toFixed(1)} s, ${((seconds * 1e6) / LEAVES).toFixed(1)} µs an entry`],
    ['full tiles', `${tiles.size}, ${megabytes.toFixed(1)} MB`],
    [`${STEP} more entries, hash of Node`, `${median(steps).toFixed(2)} ms`],
    [`${STEP} more entries, Web Crypto`, `${median(withWebCrypto).toFixed(2)} ms`],
  ],
);

const readTile: ReadTile = (tile) => tiles.get(tilePath({ ...tile, width: 256 })) ?? tree.partial[Number(tile.level)] ?? new Uint8Array();
const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
const key = await makeVerifierKey('bench.example/log', SIGNATURE_TYPE.ed25519, publicKey);
const text = formatCheckpoint({ origin: key.name, size: tree.size, root: tree.root, extensions: [] });
const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, new TextEncoder().encode(text)));
const checkpoint = `${text}\n${formatSignature(key, signature)}`;
const index = Math.floor(LEAVES * 0.618);
const hashes = await inclusionProof(index, tree.size, readTile, atOnce);
const file = formatLogProof({ extra: null, index, hashes, checkpoint });
const between = await consistencyProof(earlier.size, tree.size, readTile, atOnce);
printTable(
  ['proofs', 'hashes', 'made, hash of Node', 'made, Web Crypto', 'verified'],
  [
    [
      'an entry, with the signature of the head',
      String(hashes.length),
      `${median(await timesOf(ROUNDS, () => inclusionProof(index, tree.size, readTile, atOnce))).toFixed(2)} ms`,
      `${median(await timesOf(ROUNDS, () => inclusionProof(index, tree.size, readTile))).toFixed(2)} ms`,
      `${median(await timesOf(ROUNDS, () => verifyLogProof(file, entryOf(index), { policy: policyOfLog(key) }))).toFixed(2)} ms`,
    ],
    [
      'the log of half the size',
      String(between.length),
      `${median(await timesOf(ROUNDS, () => consistencyProof(earlier.size, tree.size, readTile, atOnce))).toFixed(2)} ms`,
      `${median(await timesOf(ROUNDS, () => consistencyProof(earlier.size, tree.size, readTile))).toFixed(2)} ms`,
      `${median(await timesOf(ROUNDS, () => verifyConsistency({ first: earlier, second: tree, proof: between }))).toFixed(2)} ms`,
    ],
  ],
);

async function leavesFrom(first: number, count: number): Promise<Uint8Array[]> {
  const leaves: Uint8Array[] = [];
  for (let at = first; at < first + count; at += 1) leaves.push(await leafHash(entryOf(at), atOnce));
  return leaves;
}

async function timesOf(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return times;
}
