import { UsageError } from '@colophon/core';
import {
  type Checkpoint,
  growTree,
  EMPTY_TREE,
  leafHash,
  LogError,
  parseEntries,
  parseVerifierKey,
  policyOfLog,
  type Tile,
  TILE_WIDTH,
  tilePath,
  treeRoot,
  type TreeEdge,
  verifyCheckpoint,
} from '@colophon/verify';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tilesOf, writeWhole } from './export-log.ts';
import { FolderSource, type LogFiles } from './log-files.ts';

/** What following a log did. */
export interface Followed {
  readonly size: number;
  readonly added: number;
  /** The log shows another past than before. */
  readonly fork?: { readonly message: string; readonly file: string };
}

/**
 * Copies what a log has added, and checks each entry: they must lead to the root of the signed head, and the head must continue the copy. A head
 * that does not is kept beside the one of the copy, as evidence, and the copy stays as it is.
 *
 * @param vkey the key of the log; by default the one of the copy, or the one that the log shows when it is first copied
 * @throws UsageError if the log cannot be read, or its head is not signed by its key
 */
export async function followLog(log: LogFiles, folder: string, vkey?: string): Promise<Followed> {
  const copy = new FolderSource(folder);
  const key = vkey ?? textOf((await copy.read('key')) ?? (await required(log, 'key'))).trim();
  const policy = policyOfLog(await parseVerifierKey(key));
  const note = await required(log, 'checkpoint');
  const before = await copy.read('checkpoint');
  try {
    const head = await verifyCheckpoint(note, { policy });
    const known = before && (await verifyCheckpoint(before, { policy }));
    const fork = known && (await forkOf(log, copy, head, known));
    if (before && fork !== undefined) {
      const file = join(folder, `fork-${new Date().toISOString().replaceAll(/[-:.]/g, '')}.txt`);
      await writeWhole(file, Buffer.concat([before, Buffer.from('\n'), note]));
      return { size: known?.size ?? 0, added: 0, fork: { message: fork, file } };
    }
    if (known && head.size <= known.size) return { size: known.size, added: 0 };
    await copyEntries(log, folder, head);
    await writeWhole(join(folder, 'key'), Buffer.from(`${key}\n`));
    await writeWhole(join(folder, 'checkpoint'), note);
    return { size: head.size, added: head.size - (known?.size ?? 0) };
  } catch (error) {
    if (!(error instanceof LogError)) throw error;
    throw new UsageError(`The log at ${log.place} is not valid: ${error.message}`, { cause: error });
  }
}

/** Returns why two heads that the log has signed cannot both be true, undefined if one continues the other. */
async function forkOf(log: LogFiles, copy: LogFiles, head: Checkpoint, known: Checkpoint): Promise<string | undefined> {
  const [smaller, larger] = head.size < known.size ? [head, known] : [known, head];
  if (smaller.size === larger.size && Buffer.compare(smaller.root, larger.root) === 0) return undefined;
  const source = larger === head ? log : copy;
  const root = smaller.size === larger.size ? larger.root : await treeRoot(smaller.size, (tile) => requiredTile(source, tile, larger.size));
  if (Buffer.compare(root, smaller.root) === 0) return undefined;
  return `The head of ${larger.size} entries does not continue the one of ${smaller.size}: the log shows two pasts.`;
}

/** A tile of a smaller tree is the beginning of that of a larger one. */
async function requiredTile(log: LogFiles, tile: Tile, size: number): Promise<Uint8Array> {
  for (const width of [tile.width, TILE_WIDTH, widthIn(tile, size)]) {
    const bytes = await log.read(tilePath({ ...tile, width }));
    if (bytes && bytes.length >= tile.width * 32) return bytes.subarray(0, tile.width * 32);
  }
  throw new UsageError(`The log at ${log.place} lacks ${tilePath(tile)}.`);
}

function widthIn({ level, index }: Tile, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** Number(level));
  return Math.max(1, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}

/** Copies all bundles that are not there, and makes the tiles from the entries: those of the log are not needed. */
async function copyEntries(log: LogFiles, folder: string, head: Checkpoint): Promise<void> {
  let tree: TreeEdge = EMPTY_TREE;
  const partial: Tile[] = [];
  for (const tile of tilesOf(head.size)) {
    if (tile.level !== 'entries') {
      if (tile.width < TILE_WIDTH) partial.push(tile);
      continue;
    }
    const path = join(folder, tilePath(tile));
    const bytes = (tile.width === TILE_WIDTH ? await readIfThere(path) : undefined) ?? (await required(log, tilePath(tile)));
    const entries = parseEntries(bytes, tile.width).slice(0, tile.width);
    const grown = await growTree(tree, await Promise.all(entries.map((entry) => leafHash(entry))));
    await writeWhole(path, bytes);
    for (const { tile: full, hashes } of grown.full) await writeWhole(join(folder, tilePath(full)), hashes);
    tree = grown;
  }
  const { root } = await growTree(tree, []);
  if (Buffer.compare(root, head.root) !== 0)
    throw new UsageError(`The entries of ${log.place} are not those that its head of ${head.size} entries covers.`);
  for (const tile of partial) await writeWhole(join(folder, tilePath(tile)), tree.partial[Number(tile.level)] ?? new Uint8Array());
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  return readFile(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  });
}

async function required(log: LogFiles, path: string): Promise<Uint8Array> {
  const bytes = await log.read(path);
  if (bytes) return bytes;
  throw new UsageError(`The log at ${log.place} lacks ${path}.`);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('utf8');
}
