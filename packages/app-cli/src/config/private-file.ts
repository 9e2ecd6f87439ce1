import { loadFileSystem, loadSynchronousFileSystem } from '../io/builtin.ts';
import { basename, dirname, join } from 'node:path';
import { LocalError } from '../errors/errors.ts';
import { isErrorCode, systemErrorReason } from '../io/error-code.ts';
import { makeFolder } from '../io/make-folder.ts';
import { decodeText } from '../io/decode-text.ts';
import { readPlainFile } from '../io/plain-file.ts';

const fileSystem = loadSynchronousFileSystem();

/** A configuration has a few kilobytes; a larger file is read whole before anything else, and would exhaust the memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A file that only its owner can read: 0600, in a folder with 0700. */
export interface PrivateFileText {
  readonly text: string;
  /** Whether others could read it: until now (`closed`), or still (`open`), if this user cannot change its permissions. */
  readonly exposure: 'none' | 'closed' | 'open';
}

/**
 * Reads a private file and removes the permissions of others if there are any. A file that belongs to root, such as a configuration in a
 * container image, is read as it is.
 *
 * @returns undefined if there is no such file
 * @throws LocalError `unsafe_file` if it belongs to another user or is not a plain file; `config_unreadable` if it cannot be read
 */
export function readPrivateFile(path: string): PrivateFileText | undefined {
  const target = resolveTarget(path);
  if (target === undefined) return undefined;
  let file;
  try {
    file = readPlainFile(target, (descriptor) => {
      if (fileSystem.fstatSync(descriptor).size > MAX_BYTES) throw tooLarge(path);
      return closeToOthers(descriptor);
    });
  } catch (cause) {
    if (cause instanceof LocalError) throw cause;
    throw unreadable(path, 'Check who owns it, and its permissions.', cause);
  }
  if (file === undefined) throw new LocalError('unsafe_file', `${path} is not a plain file`, { hint: 'Remove it, or set another file.' });
  return { text: decodeText(file.bytes), exposure: file.inspected };
}

/**
 * Writes a private file atomically: to a temporary file next to it, flushed, then renamed. A file that cannot be replaced, such as one that is
 * mounted into a container by itself, is overwritten.
 *
 * A process killed at any moment leaves either the old text or the new one, and never a file that others can read. The next write removes
 * its temporary file, so call this under a lock.
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const target = resolveTarget(path) ?? path;
  await sweepTemporaryFiles(target);
  const temporary = temporaryName(target);
  try {
    await writeFlushed(temporary, text);
    await loadFileSystem()
      .rename(temporary, target)
      .catch(async (error: unknown) => {
        if (!isErrorCode(error, 'EBUSY')) throw error;
        await overwritePrivateFile(target, text);
        await loadFileSystem().rm(temporary, { force: true });
      });
  } catch (error) {
    await loadFileSystem().rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(dirname(target));
}

/**
 * Overwrites a private file in place, which needs neither space nor permission for another file. A process killed meanwhile leaves it
 * corrupt.
 */
export async function overwritePrivateFile(path: string, text: string): Promise<void> {
  const file = await loadFileSystem().open(resolveTarget(path) ?? path, 'r+');
  try {
    const bytes = Buffer.from(text);
    await file.write(bytes, 0, bytes.length, 0);
    await file.truncate(bytes.length);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Removes the temporary files that dead processes left next to a private file. */
export async function sweepPrivateFile(path: string): Promise<void> {
  await sweepTemporaryFiles(path);
}

/**
 * Checks whether {@link writePrivateFile} would work, and leaves nothing behind.
 *
 * @throws the error that writing would throw
 */
export async function probePrivateFile(path: string): Promise<void> {
  const target = resolveTarget(path);
  const probe = temporaryName(target ?? path);
  try {
    await writeFlushed(probe, '{}');
  } finally {
    await loadFileSystem().rm(probe, { force: true });
  }
  if (target !== undefined) await probeReplacing(target);
}

/**
 * Creates a folder that only its owner can enter.
 *
 * @param close whether to restrict the permissions of an existing folder; only for folders that contain nothing else
 */
export async function makePrivateFolder(folder: string, close: boolean): Promise<void> {
  await makeFolder(folder, 0o700);
  if (!close) return;
  const status = await loadFileSystem().stat(folder);
  if (process.platform !== 'win32' && status.uid === process.geteuid?.() && (status.mode & 0o077) !== 0)
    await loadFileSystem().chmod(folder, 0o700);
}

/** An immutable file and one of a read-only mount cannot be replaced; one that only lacks its permission to write can. */
async function probeReplacing(target: string): Promise<void> {
  try {
    const file = await loadFileSystem().open(target, 'r+');
    await file.close();
  } catch (error) {
    if (!isErrorCode(error, 'EACCES')) throw error;
  }
}

function tooLarge(path: string): LocalError {
  const hint = 'Remove it, or set another file.';
  return new LocalError('unsafe_file', `${path} is larger than ${MAX_BYTES / 1024 / 1024} MB, so it is not a configuration`, { hint });
}

function unreadable(path: string, hint: string, cause: unknown): LocalError {
  const reason = isErrorCode(cause, 'EACCES', 'EPERM', 'ENOENT') ? undefined : systemErrorReason(cause);
  return new LocalError('config_unreadable', `${path} cannot be read${reason === undefined ? '' : `: ${reason}`}`, { hint, cause });
}

function closeToOthers(descriptor: number): PrivateFileText['exposure'] {
  const { mode, uid } = fileSystem.fstatSync(descriptor);
  if (process.platform === 'win32' || (mode & 0o077) === 0) return 'none';
  if (uid !== process.geteuid?.()) return 'open';
  try {
    fileSystem.fchmodSync(descriptor, 0o600);
    return 'closed';
  } catch (error) {
    // A file system that is mounted read-only, or does not support permissions.
    if (isErrorCode(error, 'EROFS', 'EPERM', 'ENOTSUP')) return 'open';
    throw error;
  }
}

/** Follows a link created by the user, as for settings kept elsewhere; rejects links of other users. */
function resolveTarget(path: string): string | undefined {
  const status = statusOf(path);
  if (status === undefined) return undefined;
  const user = process.geteuid?.();
  if (user !== undefined && status.uid !== user && status.uid !== 0) {
    throw new LocalError('unsafe_file', `${path} belongs to another user`, { hint: 'Remove it, or set another file.' });
  }
  if (!status.isSymbolicLink()) return path;
  try {
    return fileSystem.realpathSync(path);
  } catch (cause) {
    throw new LocalError('unsafe_file', `${path} is a broken link`, { hint: 'Remove it, or create its target.', cause });
  }
}

function statusOf(path: string): ReturnType<typeof fileSystem.lstatSync> | undefined {
  try {
    return fileSystem.lstatSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    // A parent of the path is a file: then there is no such file either, and writing reports the error.
    if (isErrorCode(cause, 'ENOTDIR')) return undefined;
    throw unreadable(path, 'Check the permissions of the folders above it.', cause);
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

/** They may contain a token. Nobody else writes while the lock is held, so each of them belongs to a dead process. */
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
  // Not every platform can open a folder; the rename is atomic anyway.
  const handle = await loadFileSystem()
    .open(folder, 'r')
    .catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
