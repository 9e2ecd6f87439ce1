import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { makeFolder } from './make-folder.ts';
import { type ByteRange, type FileFacts, type FileStore, requireFileKey, type StorableFile } from './file-store.ts';
import { FILE_MODE, FOLDER_MODE, placeFile } from './place-file.ts';
import { storageError } from './storage-errors.ts';
import { sweepFolder } from './sweep-folder.ts';

/**
 * Stores files in a local folder.
 *
 * A file is written to a temporary file, synced to disk, and then renamed, so that a crash leaves no partial file under its name. Leftovers
 * of a crash stay in `incoming` until a sweep.
 */
export class FolderStore implements FileStore {
  readonly label: string;
  readonly #root: string;
  readonly #incoming: string;

  constructor(path: string) {
    this.#root = resolve(path);
    this.#incoming = join(this.#root, 'incoming');
    this.label = `the folder ${path}`;
  }

  async put(key: string, file: StorableFile): Promise<void> {
    await placeFile(this.#pathOf(key), file.open(), this.#incoming);
  }

  async get(key: string, range?: ByteRange): Promise<Readable | undefined> {
    const handle = await this.#open(key);
    return handle?.createReadStream(range && { start: range.first, end: range.last });
  }

  async stat(key: string): Promise<FileFacts | undefined> {
    try {
      return { size: (await stat(this.#pathOf(key))).size };
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw storageError(error);
    }
  }

  async delete(key: string): Promise<void> {
    try {
      await rm(this.#pathOf(key), { force: true });
    } catch (error) {
      throw storageError(error);
    }
  }

  async check(): Promise<void> {
    const probe = join(this.#incoming, randomUUID());
    try {
      makeFolder(this.#incoming, { mode: FOLDER_MODE });
      const handle = await open(probe, 'wx', FILE_MODE);
      try {
        await handle.writeFile('.');
      } finally {
        await handle.close();
        await rm(probe, { force: true });
      }
    } catch (error) {
      throw storageError(error);
    }
  }

  sweep(before: Date): Promise<number> {
    return sweepFolder(this.#incoming, before);
  }

  /** Files are spread over 256 folders, since many file systems are slow with very large ones. */
  #pathOf(key: string): string {
    return join(this.#root, requireFileKey(key).slice(0, 2), key);
  }

  async #open(key: string): Promise<FileHandle | undefined> {
    try {
      // Files here were created by this class: a link was not.
      return await open(this.#pathOf(key), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw storageError(error);
    }
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
