import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StorableFile } from '../file-store.ts';

/** Bytes of a test as something to store; every read gets them anew, in small pieces. */
export function storable(content: Uint8Array | string): StorableFile {
  const bytes = Buffer.from(content);
  return {
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    open: () => Readable.from(pieces(bytes)),
  };
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
}

/** All that a stream has. */
export async function bytesOf(stream: Readable | undefined): Promise<Buffer | undefined> {
  return stream && Buffer.concat(await stream.toArray());
}
