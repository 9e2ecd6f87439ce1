import type { Database } from '@colophon/core';
import { sweepFolder } from '@colophon/core/files';
import { assetFilesOf, keepsFiles } from './asset-files.ts';
import { isHeld } from './file-holders.ts';
import { forgetLooseFile, removeLooseFile } from './loose-file.ts';
import { lockFileKey } from './release-file.ts';

/** The result of a sweep. */
export interface FileSweep {
  /** Number of unused files that were deleted. */
  readonly removed: number;
  /** Number of unused files that the store could not delete; the next sweep tries again. */
  readonly left: number;
  /** Number of partial uploads and writes of dead processes on this machine that were deleted. */
  readonly halves: number;
}

const GRACE_MS = 3_600_000;
const AT_ONCE = 500;

/**
 * Deletes files that no record refers to: of uploads interrupted between the store and the database, and of interrupted deletions. Any
 * number of processes can run it concurrently; without file storage it does nothing.
 *
 * @param grace milliseconds that an upload is left alone; default one hour
 */
export async function sweepAssetFiles(database: Database, { grace = GRACE_MS }: { grace?: number } = {}): Promise<FileSweep> {
  if (!keepsFiles(database)) return { removed: 0, left: 0, halves: 0 };
  const { store, incoming } = assetFilesOf(database);
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
    // While it is checked and deleted, nobody can start using it.
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
