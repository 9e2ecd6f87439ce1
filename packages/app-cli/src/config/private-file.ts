import { loadFileSystem, loadSynchronousFileSystem } from '../io/builtin.ts';
import { basename, dirname, join } from 'node:path';
import { LocalError } from '../errors.ts';
import { isErrorCode } from '../io/error-code.ts';
import { readPlainFile } from '../io/plain-file.ts';

const fileSystem = loadSynchronousFileSystem();

/** A file that only its owner reads: 0600, in a folder that is 0700. */
export interface PrivateFileText {
  readonly text: string;
  /** Others could read it: until now, or still, where it is not this user's to close. */
  readonly exposure: 'none' | 'closed' | 'open';
}

/**
 * Reads a private file and takes the permissions of others away when there are any. One that belongs to root, such as a
 * configuration that a container image brings, is read as it is.
 *
 * @returns undefined when there is no such file
 * @throws LocalError `unsafe_file` when it belongs to another user or is not a plain file; `config_unreadable` when it cannot be read
 */
export function readPrivateFile(path: string): PrivateFileText | undefined {
  const target = resolveTarget(path);
  if (target === undefined) return undefined;
  let file;
  try {
    file = readPlainFile(target, (descriptor) => closeToOthers(descriptor));
  } catch (cause) {
    throw new LocalError('config_unreadable', `${path} cannot be read`, { hint: 'Check who owns it, and its permissions.', cause });
  }
  if (file === undefined) throw new LocalError('unsafe_file', `${path} is not a plain file`, { hint: 'Remove it, or name another file.' });
  return { text: file.bytes.toString('utf8'), exposure: file.inspected };
}

/**
 * Writes a private file whole or not at all: to a temporary file beside it, flushed, then renamed over it.
 *
 * A process killed at any moment leaves either the old text or the new one, and never a file that others can read. What such a
 * process left behind of its temporary file is removed by the next write, so call this under a lock.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const target = resolveTarget(path) ?? path;
  await sweepTemporaryFiles(target);
  const temporary = temporaryName(target);
  try {
    await writeFlushed(temporary, text);
    await loadFileSystem().rename(temporary, target);
  } catch (error) {
    await loadFileSystem().rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(target));
}

/**
 * Tries whether {@link writePrivateFile} would work, and leaves nothing behind.
 *
 * @throws what writing would throw
 */
export async function probePrivateFile(path: string): Promise<void> {
  const probe = temporaryName(resolveTarget(path) ?? path);
  try {
    await writeFlushed(probe, '{}');
  } finally {
    await loadFileSystem().rm(probe, { force: true });
  }
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
  if (process.platform !== 'win32' && status.uid === process.geteuid?.() && (status.mode & 0o077) !== 0)
    await loadFileSystem().chmod(folder, 0o700);
}

function closeToOthers(descriptor: number): PrivateFileText['exposure'] {
  const { mode, uid } = fileSystem.fstatSync(descriptor);
  if (process.platform === 'win32' || (mode & 0o077) === 0) return 'none';
  if (uid !== process.geteuid?.()) return 'open';
  try {
    fileSystem.fchmodSync(descriptor, 0o600);
    return 'closed';
  } catch (error) {
    // A file system that is mounted read-only, or has no permissions to change.
    if (isErrorCode(error, 'EROFS', 'EPERM', 'ENOTSUP')) return 'open';
    throw error;
  }
}

/** Follows a link that the user made, as people do who keep their settings elsewhere; refuses anybody else's. */
function resolveTarget(path: string): string | undefined {
  const status = statusOf(path);
  if (status === undefined) return undefined;
  const user = process.geteuid?.();
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

function statusOf(path: string): ReturnType<typeof fileSystem.lstatSync> | undefined {
  try {
    return fileSystem.lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    // A folder on the way that is a file: then there is no such file either, and writing says what is wrong.
    if (isErrorCode(cause, 'ENOTDIR')) return undefined;
    throw new LocalError('config_unreadable', `${path} cannot be read`, { hint: 'Check the permissions of the folders above it.', cause });
  }
}

function temporaryName(target: string): string {
  return `${target}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`;
}

async function writeFlushed(path: string, text: string): Promise<void> {
  const file = await loadFileSystem().open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** They may hold a token. Nobody else writes while the lock is held, so each of them is of a process that died. */
async function sweepTemporaryFiles(target: string): Promise<void> {
  const folder = dirname(target);
  const start = `${basename(target)}.`;
  const names = await loadFileSystem()
    .readdir(folder)
    .catch(() => []);
  for (const name of names) {
    if (name.startsWith(start) && /^\d+-[0-9a-z]+\.tmp$/.test(name.slice(start.length))) {
      await loadFileSystem()
        .rm(join(folder, name), { force: true })
        .catch(() => undefined);
    }
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
