import type { Database } from '@colophon/core';
import { sweepFolder } from '@colophon/core/files';
import { assetFiles, keepsFiles } from './asset-files.ts';
import { isHeld } from './file-holders.ts';
import { forgetLooseFile, removeLooseFile } from './loose-file.ts';
import { lockFileKey } from './release-file.ts';

/** What a sweep did. */
export interface FileSweep {
  /** Files that nothing holds and that were removed. */
  readonly removed: number;
  /** Files that nothing holds and that the store would not remove; the next sweep tries again. */
  readonly left: number;
  /** Halves of uploads and of writes that somebody who died left on this machine. */
  readonly halves: number;
}

const GRACE_MS = 3_600_000;
const AT_ONCE = 500;

/**
 * Removes files that no record holds: of uploads that were cut off between the store and the database, and of removals that
 * were cut off the other way round. Any number of processes may do so at once; one that keeps no files has nothing to do.
 *
 * @param grace milliseconds that an upload is left alone; an hour unless given
 */
export async function sweepAssetFiles(database: Database, { grace = GRACE_MS }: { grace?: number } = {}): Promise<FileSweep> {
  if (!keepsFiles()) return { removed: 0, left: 0, halves: 0 };
  const { store, incoming } = assetFiles();
  const before = new Date(Date.now() - grace);
  const query = database.dialect.builder
    .selectFrom('loose_files')
    .select('fileKey')
    .where('created_at', '<', before.toISOString())
    .orderBy('created_at')
    .limit(AT_ONCE);
  let removed = 0;
  let left = 0;
  for (const row of await database.all(query.compile())) {
    const key = String(row['fileKey']);
    // While it is asked and removed nobody takes it up.
    const came = await database.transaction(async () => {
      await lockFileKey(database, key);
      if (!(await isHeld(database, key))) return (await removeLooseFile(database, key)) ? 'removed' : 'left';
      await forgetLooseFile(database, key);
      return 'held';
    });
    if (came === 'removed') removed += 1;
    else if (came === 'left') left += 1;
  }
  return { removed, left, halves: (await store.sweep(before)) + (await sweepFolder(incoming, before)) };
}
