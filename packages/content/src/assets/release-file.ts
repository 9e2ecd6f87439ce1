import type { Database } from '@colophon/core';
import { isHeld } from './file-holders.ts';
import { LooseFiles, removeLooseFile } from './loose-file.ts';

/**
 * Lets go of stored bytes in the transaction in which a record ceased to hold them: what nothing else holds is marked as
 * loose, and removed from the store once the transaction is committed. `lockFile` must be held, so that nobody takes the bytes
 * up meanwhile.
 */
export async function releaseFile(database: Database, fileKey: string): Promise<void> {
  await lockFileKey(database, fileKey);
  if (await isHeld(database, fileKey)) return;
  await new LooseFiles(database).getOrUpsert({ fileKey });
  database.afterCommit(() => void removeLooseFile(database, fileKey));
}

/** Keeps everyone else from holding or releasing the file with this key until the ambient transaction ends. */
export function lockFileKey(database: Database, fileKey: string): Promise<void> {
  return database.lock(`stored file ${fileKey}`);
}
