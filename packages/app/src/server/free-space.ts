import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { databaseFile } from '../settings/database-file.ts';

/** The free space, in bytes, of the disk that holds the file of a database; undefined if there is no such file on this machine. */
export async function freeSpaceBeside(databaseUrl: string): Promise<number | undefined> {
  const path = databaseFile(databaseUrl);
  if (path === undefined) return undefined;
  const found = await statfs(dirname(path)).catch(() => undefined);
  return found && found.bavail * found.bsize;
}
