import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { MalformedError, TooLargeError, ValidationError } from '../errors/errors.ts';
import { makeFolder } from './make-folder.ts';
import type { StorableFile } from './file-store.ts';
import { storageError } from './storage-errors.ts';

export interface ReceiveOptions {
  /** The folder for the bytes until they are stored or discarded. It is created if it does not exist. */
  readonly directory: string;
  /** The maximum number of bytes. */
  readonly limit: number;
  /** Milliseconds that a sender may be silent; default 30 seconds. */
  readonly patience?: number;
}

/** A file that was received completely and is on the local disk, with known size and hash, until `discard` is called. */
export class ReceivedFile implements StorableFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;

  constructor(path: string, facts: { readonly size: number; readonly sha256: string }) {
    this.path = path;
    this.size = facts.size;
    this.sha256 = facts.sha256;
  }

  open(): Readable {
    return createReadStream(this.path);
  }

  discard(): Promise<void> {
    return rm(this.path, { force: true });
  }

  /** The content rather than the location: two requests with the same bytes are equal. */
  toJSON(): { size: number; sha256: string } {
    return { size: this.size, sha256: this.sha256 };
  }
}

const PATIENCE_MS = 30_000;

/**
 * Receives bytes to disk, chunk by chunk. If anything fails, nothing is left behind.
 *
 * @throws TooLargeError as soon as the limit is exceeded @throws ValidationError if there are no bytes
 * @throws MalformedError `upload_cut_off` if the sender disconnects or is silent for too long
 * @throws StorageFullError, UnavailableError if this machine cannot store them
 */
export async function receiveFile(bytes: AsyncIterable<Uint8Array>, options: ReceiveOptions): Promise<ReceivedFile> {
  const path = join(options.directory, randomUUID());
  const handle = await newFile(path, options.directory);
  try {
    const facts = await copy(bytes, handle, options);
    if (facts.size === 0) throw ValidationError.of([{ pointer: '/content', code: 'empty', detail: 'the file has no bytes' }]);
    return new ReceivedFile(path, facts);
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined);
    throw error;
  } finally {
    await handle.close();
  }
}

async function newFile(path: string, directory: string): Promise<FileHandle> {
  try {
    makeFolder(directory, { mode: 0o700 });
    return await open(path, 'wx', 0o600);
  } catch (error) {
    throw storageError(error);
  }
}

async function copy(
  bytes: AsyncIterable<Uint8Array>,
  handle: FileHandle,
  { limit, patience = PATIENCE_MS }: ReceiveOptions,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of patiently(bytes, patience)) {
    size += chunk.byteLength;
    if (size > limit) throw new TooLargeError(limit);
    hash.update(chunk);
    await handle.writeFile(chunk).catch((error: unknown) => {
      throw storageError(error);
    });
  }
  return { size, sha256: hash.digest('hex') };
}

/** Yields the chunks of a sender, with a timeout for each; errors of the source are errors of the sender. */
async function* patiently(bytes: AsyncIterable<Uint8Array>, patience: number): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  let ended = false;
  try {
    while (true) {
      const next = await withPatience(iterator.next(), patience);
      if (next.done) {
        ended = true;
        return;
      }
      yield next.value;
    }
  } finally {
    // Not awaited: the sender may never respond.
    if (!ended) void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

async function withPatience<T>(next: Promise<T>, patience: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(cutOff(`No data arrived for ${patience} milliseconds`)), patience);
  });
  try {
    return await Promise.race([next, silence]);
  } catch (error) {
    throw error instanceof MalformedError ? error : passedOn(error);
  } finally {
    clearTimeout(timer);
  }
}

/** A deliberate error, such as a limit, is kept; anything else is a broken connection. */
function passedOn(error: unknown): unknown {
  const status = (error as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' ? error : cutOff('The upload was interrupted', error);
}

function cutOff(what: string, cause?: unknown): MalformedError {
  return new MalformedError(`${what}; nothing was stored.`, { code: 'upload_cut_off', hint: 'Send it again.', retryable: true, cause });
}
