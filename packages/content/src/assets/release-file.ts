import type { Database } from '@colophon/core';
import { isHeld } from './file-holders.ts';
import { LooseFiles, removeLooseFile } from './loose-file.ts';

/**
 * Releases stored bytes in the transaction in which a record stopped referring to them: if no other record refers to them, they are marked
 * as loose, and deleted from the store after the commit. The caller must hold `lockFile`, so that nobody starts using the bytes in between.
 */
export async function releaseFile(database: Database, fileKey: string): Promise<void> {
  await lockFileKey(database, fileKey);
  if (await isHeld(database, fileKey)) return;
  await new LooseFiles(database).getOrUpsert({ fileKey });
  database.afterCommit(() => void removeLooseFile(database, fileKey));
}

/** Blocks others from using or releasing the file with this key until the ambient transaction ends. */
export function lockFileKey(database: Database, fileKey: string): Promise<void> {
  return database.lock(`stored file ${fileKey}`);
}
