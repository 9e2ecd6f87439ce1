import { randomUUID } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder } from './make-folder.ts';
import { storageError } from './storage-errors.ts';

/** Readable only by the user who runs the process. */
export const FILE_MODE = 0o600;
export const FOLDER_MODE = 0o700;

/**
 * Writes a file so that a crash leaves no part of it under its name: to a temporary file, synced to disk, and then renamed. Leftovers of a
 * crash stay in `incoming`, a folder on the same file system.
 *
 * @throws StorageFullError, UnavailableError
 */
export async function placeFile(path: string, bytes: Readable, incoming: string): Promise<void> {
  const temporary = join(incoming, randomUUID());
  try {
    makeFolder(incoming, { mode: FOLDER_MODE });
    makeFolder(dirname(path), { mode: FOLDER_MODE });
    await writeWhole(temporary, bytes);
    await rename(temporary, path);
    await syncFolder(dirname(path));
  } catch (error) {
    bytes.destroy();
    await rm(temporary, { force: true }).catch(() => undefined);
    throw storageError(error);
  }
}

/** Writes a new file and returns once it is on disk. */
async function writeWhole(path: string, bytes: Readable): Promise<void> {
  const handle = await open(path, 'wx', FILE_MODE).catch((error: unknown) => {
    bytes.destroy();
    throw error;
  });
  try {
    for await (const chunk of bytes) await handle.writeFile(chunk as Uint8Array);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename is durable once its folder is synced. Windows does not support that for folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
