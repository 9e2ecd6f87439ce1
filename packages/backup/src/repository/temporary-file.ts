import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StorableFile } from '@colophon/core/files';

/** Writes a stream to a temporary file for the time of `work`: a target needs to know its size and hash before it takes it. */
export async function withTemporaryFile<T>(folder: string, bytes: Readable, work: (file: StorableFile) => Promise<T>): Promise<T> {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  const passing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(bytes, passing, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return await work({ size, sha256: hash.digest('hex'), open: () => createReadStream(path) });
  } finally {
    await rm(path, { force: true });
  }
}
