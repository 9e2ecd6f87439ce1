import type { Readable } from 'node:stream';
import { UsageError } from '../errors/errors.ts';

/** Bytes that are known to be whole, and can be read as often as need be: a store that fails half-way may start again. */
export interface StorableFile {
  /** In bytes. */
  readonly size: number;
  /** Of the bytes, in hex. */
  readonly sha256: string;
  open(): Readable;
}

/** Which bytes of a file: from the first to the last, both counted from 0 and both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** What a store knows of a file. */
export interface FileFacts {
  /** In bytes. */
  readonly size: number;
}

/**
 * Where bytes are kept, under keys that the application makes (`newFileKey`); nothing of what was uploaded, its name
 * least of all, decides where it goes. Every store passes the one suite in `testing/file-store-suite.ts`.
 */
export interface FileStore {
  /** What it is, for messages: a folder or a bucket, and no secret. */
  readonly label: string;
  /**
   * Keeps a file under a key. It stands there whole once this returns; when it fails, nothing stands there.
   *
   * @throws StorageFullError when there is no room @throws UnavailableError when the store does not take it now
   */
  put(key: string, file: StorableFile): Promise<void>;
  /** The bytes under a key, or a range of them; undefined when there are none. @throws UnavailableError */
  get(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** What is known of a file; undefined when there is none. @throws UnavailableError */
  stat(key: string): Promise<FileFacts | undefined>;
  /** Removes a file; one that is not there is gone already. @throws UnavailableError */
  delete(key: string): Promise<void>;
  /** Tries to write, and leaves nothing behind. @throws StorageFullError, UnavailableError saying what is in the way */
  check(): Promise<void>;
  /** Removes what puts left half-done before this time when their process died; answers how many. */
  sweep(before: Date): Promise<number>;
}

const KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Makes a key that no file has. */
export function newFileKey(): string {
  return crypto.randomUUID();
}

/** @throws UsageError for a key that `newFileKey` did not make: it could lead anywhere */
export function requireFileKey(key: string): string {
  if (KEY.test(key)) return key;
  throw new UsageError('A file key is made by newFileKey and by nothing else.');
}
