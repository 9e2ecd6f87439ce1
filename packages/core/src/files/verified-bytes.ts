import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ColophonError } from '../errors/colophon-error.ts';

/** The store holds other bytes than were stored. Answers 503. */
export class DamagedFileError extends ColophonError {
  constructor(key: string) {
    super(503, 'file_damaged', 'The stored file is damaged: its bytes are not those that were stored.', {
      hint: 'Restore the file from a backup of the file storage, or upload it again.',
      extensions: { fileKey: key },
    });
  }
}

/** What is recorded about the bytes of a file. */
export interface RecordedBytes {
  readonly key: string;
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/**
 * Returns the bytes of a whole file as they pass, and withholds the last chunk unless size and SHA-256 are those recorded: who reads them
 * gets the file or an error, never other bytes as if they were the file.
 *
 * @throws DamagedFileError through the stream
 */
export function verifiedBytes(bytes: Readable, recorded: RecordedBytes): Readable {
  const sent = Readable.from(verify(bytes, recorded), { objectMode: false });
  // The generator closes the file, but only once it has begun, and its reader may leave before.
  sent.once('close', () => bytes.destroy());
  bytes.once('error', (error) => sent.destroy(error));
  return sent;
}

async function* verify(bytes: Readable, { key, size, sha256 }: RecordedBytes): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let length = 0;
  let held: Buffer | undefined;
  for await (const chunk of bytes as AsyncIterable<Buffer>) {
    hash.update(chunk);
    length += chunk.length;
    if (held) yield held;
    held = chunk;
  }
  if (length !== size || hash.digest('hex') !== sha256) throw new DamagedFileError(key);
  if (held) yield held;
}
