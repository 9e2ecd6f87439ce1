import { collection, type Database, object, text } from '@colophon/core';
import { assetFiles } from './asset-files.ts';

/**
 * A file that may stand in the store without a record that holds it: one that is being stored, and one whose last holder was
 * removed. It is written down before the bytes come and until after they are gone, so that whatever dies in between, a sweep
 * finds them, and never touches a file that it was not told of.
 */
class LooseFile extends object(
  { fileKey: text({ required: true, maxLength: 100 }) },
  { table: 'loose_files', key: 'fileKey', audit: false },
) {}

/** The files that may stand in the store without a record that holds them. */
export class LooseFiles extends collection(LooseFile) {}

/** Removes a loose file, and then its mark. When the store does not answer, the mark stays for the next sweep. */
export async function removeLooseFile(database: Database, key: string): Promise<boolean> {
  try {
    await assetFiles().store.delete(key);
    await forgetLooseFile(database, key);
    return true;
  } catch {
    return false;
  }
}

/** Takes the mark from a file: something holds it now, or it is gone. */
export async function forgetLooseFile(database: Database, key: string): Promise<void> {
  await database.run(database.dialect.builder.deleteFrom('loose_files').where('fileKey', '=', key).compile());
}
