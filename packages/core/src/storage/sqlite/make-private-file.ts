import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates an empty file that only its owner can read, with its parent folders, unless it exists. SQLite gives the other files of a database
 * the permissions of the database.
 */
export function makePrivateFile(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  closeSync(openSync(path, 'a', 0o600));
}

/** Folder by folder: `mkdirSync` with `recursive` loops forever below `/proc`, where nothing can be created. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process created it in the meantime.
    if (!existsSync(path)) throw error;
  }
}
