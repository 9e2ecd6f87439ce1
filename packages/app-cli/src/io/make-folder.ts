import { dirname } from 'node:path';
import { loadFileSystem } from './builtin.ts';
import { isErrorCode } from './error-code.ts';

/**
 * Creates a folder and the folders above it, unless they exist.
 *
 * Node's own `recursive` option repeats its request for ever where an existing folder reports ENOENT for what is created in it, as `/proc`
 * does.
 *
 * @param mode of the created folders
 * @throws the system error if it cannot be created
 */
export async function makeFolder(path: string, mode: number): Promise<void> {
  try {
    await loadFileSystem().mkdir(path, { mode });
  } catch (error) {
    const above = dirname(path);
    if (isErrorCode(error, 'ENOENT') && above !== path && !(await isFolder(above))) {
      await makeFolder(above, mode);
      await makeFolder(path, mode);
      return;
    }
    if (!isErrorCode(error, 'EEXIST', 'EROFS', 'EPERM', 'EACCES', 'EISDIR') || !(await isFolder(path))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return loadFileSystem()
    .stat(path)
    .then(
      (status) => status.isDirectory(),
      () => false,
    );
}
