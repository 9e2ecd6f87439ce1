import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { MalformedError, TooLargeError, ValidationError } from '../errors/errors.ts';
import type { StorableFile } from './file-store.ts';
import { storageError } from './storage-errors.ts';

export interface ReceiveOptions {
  /** Where the bytes lie until they are stored or discarded. It is made when it is not there. */
  readonly directory: string;
  /** The most bytes taken. */
  readonly limit: number;
  /** Milliseconds that a sender may stay silent; 30 seconds unless given. */
  readonly patience?: number;
}

/** A file that came in whole and lies on this machine's disk, its size and hash known, until `discard` is called. */
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

  /** What it is, rather than where it lies: two of the same bytes are one request. */
  toJSON(): { size: number; sha256: string } {
    return { size: this.size, sha256: this.sha256 };
  }
}

const PATIENCE_MS = 30_000;

/**
 * Takes bytes in from whoever sends them, to disk, chunk by chunk. When anything fails nothing is left.
 *
 * @throws TooLargeError as soon as there are more than the limit @throws ValidationError when there are none
 * @throws MalformedError `upload_cut_off` when the sender goes away or falls silent
 * @throws StorageFullError, UnavailableError when this machine cannot keep them
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
    await mkdir(directory, { recursive: true, mode: 0o700 });
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

/** The chunks of a sender, as long as none keeps us waiting too long; what the sender fails with is the sender's fault. */
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
    // Nobody waits for a sender that may never answer.
    if (!ended) void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

async function withPatience<T>(next: Promise<T>, patience: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(cutOff(`Nothing came for ${patience} milliseconds`)), patience);
  });
  try {
    return await Promise.race([next, silence]);
  } catch (error) {
    throw error instanceof MalformedError ? error : passedOn(error);
  } finally {
    clearTimeout(timer);
  }
}

/** An error on purpose keeps its name, a limit for example; anything else is a connection that broke. */
function passedOn(error: unknown): unknown {
  const status = (error as { status?: unknown } | undefined)?.status;
  return typeof status === 'number' ? error : cutOff('The upload broke off', error);
}

function cutOff(what: string, cause?: unknown): MalformedError {
  return new MalformedError(`${what}; nothing of it was kept.`, { code: 'upload_cut_off', hint: 'Send it again.', retryable: true, cause });
}
