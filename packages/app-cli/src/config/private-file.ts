import { loadFileSystem, loadSynchronousFileSystem } from '../io/builtin.ts';
import { dirname } from 'node:path';
import { LocalError } from '../errors.ts';

const fileSystem = loadSynchronousFileSystem();
const { constants } = fileSystem;

/** A file that only its owner reads: 0600, in a folder that is 0700. */
export interface PrivateFileText {
  readonly text: string;
  /** Others could read it until now. */
  readonly wasExposed: boolean;
}

/**
 * Reads a private file and takes the permissions of others away when there are any.
 *
 * @returns undefined when there is no such file
 * @throws LocalError `unsafe_file` when it belongs to another user or is not a plain file
 */
export function readPrivateFile(path: string): PrivateFileText | undefined {
  const target = resolveTarget(path);
  if (target === undefined) return undefined;
  const file = fileSystem.openSync(target, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const status = fileSystem.fstatSync(file);
    if (!status.isFile()) throw new LocalError('unsafe_file', `${path} is not a plain file`);
    const wasExposed = process.platform !== 'win32' && (status.mode & 0o077) !== 0;
    if (wasExposed) fileSystem.fchmodSync(file, 0o600);
    return { text: fileSystem.readFileSync(file, 'utf8'), wasExposed };
  } finally {
    fileSystem.closeSync(file);
  }
}

/**
 * Writes a private file whole or not at all: to a temporary file beside it, flushed, then renamed over it.
 *
 * A process killed at any moment leaves either the old text or the new one, and never a file that others can read.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const target = resolveTarget(path) ?? path;
  const temporary = `${target}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`;
  try {
    const file = await loadFileSystem().open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await loadFileSystem().rename(temporary, target);
  } catch (error) {
    await loadFileSystem().rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(target));
}

/**
 * Makes a folder that only its owner enters.
 *
 * @param close whether to close one that is there and that others can enter; only for folders that hold nothing else
 */
export async function makePrivateFolder(folder: string, close: boolean): Promise<void> {
  await loadFileSystem().mkdir(folder, { recursive: true, mode: 0o700 });
  if (!close) return;
  const status = await loadFileSystem().stat(folder);
  if (process.platform !== 'win32' && status.uid === process.getuid?.() && (status.mode & 0o077) !== 0)
    await loadFileSystem().chmod(folder, 0o700);
}

/** Follows a link that the user made, as people do who keep their settings elsewhere; refuses anybody else's. */
function resolveTarget(path: string): string | undefined {
  const status = fileSystem.lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined) return undefined;
  const user = process.getuid?.();
  if (user !== undefined && status.uid !== user && status.uid !== 0) {
    throw new LocalError('unsafe_file', `${path} belongs to another user`, { hint: 'Remove it, or name another file.' });
  }
  if (!status.isSymbolicLink()) return path;
  try {
    return fileSystem.realpathSync(path);
  } catch (cause) {
    throw new LocalError('unsafe_file', `${path} is a link that leads nowhere`, { hint: 'Remove it, or make what it points at.', cause });
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Not every platform can open a folder; the rename is atomic all the same.
  const handle = await loadFileSystem()
    .open(folder, 'r')
    .catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
