import type { Readable } from 'node:stream';
import type { StorableFile } from '@colophon/core/files';

/** A stored file as a target lists it. */
export interface StoredObject {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** When it was stored, by the clock of the target. */
  readonly modified: Date;
}

/** Where backups are stored: names such as `objects/ab/abcd…`, in one folder or bucket. Nothing is ever stored in part. */
export interface BackupTarget {
  /** A description for messages: a folder or a bucket, without secrets. */
  readonly label: string;
  /** Stores a file, in place of one of this name. @throws StorageFullError, UnavailableError */
  put(name: string, file: StorableFile): Promise<void>;
  /** Returns the bytes under a name; undefined if there are none. @throws UnavailableError */
  get(name: string): Promise<Readable | undefined>;
  /** Lists what is stored below a prefix that ends in a slash, or everything. @throws UnavailableError */
  list(prefix: string): AsyncIterable<StoredObject>;
  /** Deletes a file; a missing one is not an error. @throws UnavailableError */
  delete(name: string): Promise<void>;
}

const NAME = /^[a-z0-9][a-z0-9._-]*(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)*$/;

/** @throws TypeError for a name that could lead out of the target */
export function requireName(name: string): string {
  if (NAME.test(name) && !name.includes('..')) return name;
  throw new TypeError(`${JSON.stringify(name)} is not the name of a stored file.`);
}
