import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and the folders above it, unless they exist. The `recursive` option of Node's `mkdir` loops forever below `/proc`, where
 * nothing can be created.
 *
 * @param mode of the created folders
 * @throws the system's error if it cannot be created
 */
export function makeFolder(path: string, { mode = 0o777 }: { mode?: number } = {}): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (!existsSync(above)) makeFolder(above, { mode });
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process created it in the meantime.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
