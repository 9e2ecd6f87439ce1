import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes an empty file that only its owner may read, with the folders above it, unless it is there. SQLite gives the files
 * beside a database the rights of the database.
 */
export function makePrivateFile(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  closeSync(openSync(path, 'a', 0o600));
}

/** Folder by folder: `mkdirSync` with `recursive` tries for ever below `/proc`, where nothing can be made. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  const above = dirname(path);
  if (above !== path) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process made it meanwhile.
    if (!existsSync(path)) throw error;
  }
}
