import { closeSync, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../files/make-folder.ts';

/**
 * Creates an empty file that only its owner can read, with its parent folders, unless it exists. SQLite gives the other files of a database
 * the permissions of the database.
 */
export function makePrivateFile(path: string): void {
  if (existsSync(path)) return;
  // If it is a file, opening tells the whole path.
  if (!existsSync(dirname(path))) makeFolder(dirname(path));
  closeSync(openSync(path, 'a', 0o600));
}
