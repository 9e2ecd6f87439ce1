import type { Readable } from 'node:stream';
import { UsageError } from '../errors/errors.ts';

/** Bytes that are complete and can be read repeatedly: a store that fails can start again. */
export interface StorableFile {
  /** In bytes. */
  readonly size: number;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
  open(): Readable;
}

/** A range of bytes of a file: first and last, both counted from 0 and both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The facts that a store knows about a file. */
export interface FileFacts {
  /** In bytes. */
  readonly size: number;
}

/**
 * Stores bytes under keys that the application generates (`newFileKey`), independent of the uploaded name or content. Every store passes
 * the suite in `testing/file-store-suite.ts`.
 */
export interface FileStore {
  /** A description for messages: a folder or a bucket, without secrets. */
  readonly label: string;
  /**
   * Stores a file under a key. The file is complete when this returns; if it fails, nothing is stored.
   *
   * @throws StorageFullError if there is no space @throws UnavailableError if the store is not available
   */
  put(key: string, file: StorableFile): Promise<void>;
  /** Returns the bytes under a key, or a range of them; undefined if there are none. @throws UnavailableError */
  get(key: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Returns the facts about a file; undefined if there is none. @throws UnavailableError */
  stat(key: string): Promise<FileFacts | undefined>;
  /** Deletes a file; a missing file is not an error. @throws UnavailableError */
  delete(key: string): Promise<void>;
  /** Tries to write, and leaves nothing behind. @throws StorageFullError, UnavailableError saying what prevents it */
  check(): Promise<void>;
  /** Deletes what unfinished `put` calls of dead processes left before this time; returns how many. */
  sweep(before: Date): Promise<number>;
}

const KEY = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns a new unique key. */
export function newFileKey(): string {
  return crypto.randomUUID();
}

/** @throws UsageError for a key that was not created by `newFileKey`: it could point anywhere */
export function requireFileKey(key: string): string {
  if (KEY.test(key)) return key;
  throw new UsageError('The file key was not created by newFileKey.');
}
