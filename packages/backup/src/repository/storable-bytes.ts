import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StorableFile } from '@colophon/core/files';

/** Bytes in memory as a file to store. */
export function storableBytes(bytes: Uint8Array): StorableFile {
  return { size: bytes.byteLength, sha256: hash('sha256', bytes), open: () => Readable.from([bytes], { objectMode: false }) };
}

/** Reads a whole stream into memory. */
export async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
