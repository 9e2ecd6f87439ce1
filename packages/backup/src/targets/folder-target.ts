import { constants, createReadStream } from 'node:fs';
import { access, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { UnavailableError } from '@colophon/core';
import { placeFile, type StorableFile, sweepFolder } from '@colophon/core/files';
import { type BackupTarget, requireName, type StoredObject } from './backup-target.ts';

const DAY_MS = 86_400_000;

/** Stores backups in a folder, such as one on another disk. */
export class FolderTarget implements BackupTarget {
  readonly label: string;
  readonly #root: string;
  readonly #incoming: string;

  constructor(path: string) {
    this.#root = resolve(path);
    this.#incoming = join(this.#root, 'incoming');
    this.label = `the folder ${path}`;
  }

  async put(name: string, file: StorableFile): Promise<void> {
    await placeFile(this.#pathOf(name), file.open(), this.#incoming);
  }

  async get(name: string): Promise<Readable | undefined> {
    const path = this.#pathOf(name);
    try {
      await access(path, constants.R_OK);
      return createReadStream(path);
    } catch (error) {
      return missing(error);
    }
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    if (prefix === '') await sweepFolder(this.#incoming, new Date(Date.now() - DAY_MS));
    yield* this.#below(prefix === '' ? '' : requireName(prefix.replace(/\/$/, '')));
  }

  async delete(name: string): Promise<void> {
    try {
      await rm(this.#pathOf(name), { force: true });
    } catch (error) {
      missing(error);
    }
  }

  async *#below(folder: string): AsyncGenerator<StoredObject> {
    const entries = (await readdir(join(this.#root, folder), { withFileTypes: true }).catch(missing)) ?? [];
    for (const entry of entries) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && name !== 'incoming') yield* this.#below(name);
      const facts = entry.isFile() ? await stat(join(this.#root, name)).catch(missing) : undefined;
      if (facts) yield { name, size: facts.size, modified: facts.mtime };
    }
  }

  #pathOf(name: string): string {
    return join(this.#root, requireName(name));
  }
}

/** A file or folder that is not there is no error. */
function missing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw new UnavailableError('The folder of the backups cannot be read or written.', { cause: error });
}
