import { collection, type Database, object, text } from '@colophon/core';
import { assetFilesOf } from './asset-files.ts';

/**
 * A file that may be in the store without a record that refers to it: one that is being stored, or whose last holder was deleted. The row
 * is written before the bytes are stored and removed after they are deleted, so that a sweep finds the leftovers of a dead process, and
 * never touches other files.
 */
class LooseFile extends object(
  { fileKey: text({ required: true, maxLength: 100 }) },
  { table: 'loose_files', key: 'fileKey', kept: 'passing', audit: false },
) {}

/** The files that may be in the store without a record. */
export class LooseFiles extends collection(LooseFile) {}

/** Deletes a loose file, and then its row. If the store is unavailable, the row stays for the next sweep. */
export async function removeLooseFile(database: Database, key: string): Promise<boolean> {
  try {
    await assetFilesOf(database).store.delete(key);
    await forgetLooseFile(database, key);
    return true;
  } catch {
    return false;
  }
}

/** Deletes the row of a loose file: a record refers to it now, or it is gone. */
export async function forgetLooseFile(database: Database, key: string): Promise<void> {
  await database.run(database.dialect.builder.deleteFrom('loose_files').where('fileKey', '=', key).compile());
}
