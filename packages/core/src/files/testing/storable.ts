import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StorableFile } from '../file-store.ts';

/** Returns test bytes as a storable file; every read returns a new stream in small chunks. */
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

/** Reads a stream to its end. */
export async function bytesOf(stream: Readable | undefined): Promise<Buffer | undefined> {
  return stream && Buffer.concat(await stream.toArray());
}
