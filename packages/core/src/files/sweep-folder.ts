import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Deletes the files of a folder that were last modified before a time; returns how many. A missing folder has none. */
export async function sweepFolder(path: string, before: Date): Promise<number> {
  const names = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let removed = 0;
  for (const name of names) {
    const file = join(path, name);
    const facts = await stat(file).catch(() => undefined);
    if (!facts?.isFile() || facts.mtime >= before) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}
