import { makeFolder, UsageError } from '@colophon/core';
import type { TransparencyLog } from '@colophon/core/log';
import { type Tile, TILE_WIDTH, tilePath, tileWidth } from '@colophon/verify';
import { existsSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes the open log to a folder: its tiles and entries, its key, and last its head, so that what the head covers is always there. Full tiles that
 * are there already are not written again.
 *
 * @returns the number of entries
 * @throws UsageError if the log has no head yet
 */
export async function exportLog(log: TransparencyLog, folder: string): Promise<number> {
  const open = await log.current();
  const head = open && (await log.head(open.number));
  if (!open || !head) throw new UsageError('The transparency log has no signed head yet: a running server signs one within seconds.');
  for (const tile of tilesOf(head.size)) {
    const path = join(folder, tilePath(tile));
    if (tile.width === TILE_WIDTH && existsSync(path)) continue;
    const bytes = await log.tile(open.number, tile);
    if (!bytes) throw new UsageError(`The transparency log lacks ${tilePath(tile)}.`, { hint: 'log verify says what is wrong.' });
    await writeWhole(path, bytes);
  }
  await writeWhole(join(folder, 'key'), Buffer.from(`${open.vkey}\n`));
  await writeWhole(join(folder, 'checkpoint'), Buffer.from(head.note));
  return head.size;
}

/** The tiles and bundles of entries of a log of this size. */
export function* tilesOf(size: number): Generator<Tile> {
  const levels: Tile['level'][] = ['entries'];
  for (let [level, count] = [0, size]; count > 0; [level, count] = [level + 1, Math.floor(count / TILE_WIDTH)]) levels.push(level);
  for (const level of levels)
    for (let index = 0; ; index += 1) {
      const width = tileWidth(level, index, size);
      if (width === 0) break;
      yield { level, index, width };
    }
}

/** Readers see a whole file or none. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  makeFolder(dirname(path));
  const next = `${path}.${process.pid}.next`;
  await writeFile(next, bytes);
  await rename(next, path);
}
