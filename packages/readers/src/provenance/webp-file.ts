import type { Asset } from '@trustnxt/c2pa-ts/asset';
import { Unreadable } from '../errors/reader-error.ts';

/** A part of a RIFF file: four letters, a length, and bytes padded to an even number. */
interface Chunk {
  readonly name: string;
  /** The offset of its header. */
  readonly start: number;
  /** The length of its data, without header and padding. */
  readonly length: number;
  /** The offset of the next chunk. */
  readonly end: number;
}

const HEADER = 12;
const MAXIMUM_CHUNKS = 10_000;

/** A WebP picture with its manifest in a `C2PA` chunk, which the manifest library does not support. */
export class WebPFile implements Asset {
  readonly mimeType = 'image/webp';
  protected data: Uint8Array;

  constructor(data: Uint8Array) {
    this.data = data;
  }

  static canRead(data: Uint8Array): boolean {
    return data.length >= HEADER && letters(data, 0) === 'RIFF' && letters(data, 8) === 'WEBP';
  }

  getDataLength(): number {
    return this.data.length;
  }

  getDataRange(start = 0, length = this.data.length - start): Promise<Uint8Array> {
    return Promise.resolve(this.data.subarray(start, start + length));
  }

  getManifestJUMBF(): Uint8Array | undefined {
    const chunk = this.manifestChunk();
    return chunk && this.data.subarray(chunk.start + 8, chunk.start + 8 + chunk.length);
  }

  getHashExclusionRange(): { start: number; length: number } {
    const chunk = this.manifestChunk();
    return chunk ? { start: chunk.start, length: chunk.end - chunk.start } : { start: 0, length: 0 };
  }

  dumpInfo(): string {
    return chunksOf(this.data)
      .map(({ name, length }) => `${name} ${length}`)
      .join('\n');
  }

  /** Required by the interface; pictures are only read here. */
  ensureManifestSpace(_length: number): Promise<void> {
    return Promise.reject(new Error('Writing WebP files is not supported.'));
  }

  /** Required by the interface; pictures are only read here. */
  writeManifestJUMBF(_jumbf: Uint8Array): Promise<void> {
    return Promise.reject(new Error('Writing WebP files is not supported.'));
  }

  protected manifestChunk(): Chunk | undefined {
    const manifests = chunksOf(this.data).filter(({ name }) => name === 'C2PA');
    if (manifests.length > 1) throw new Unreadable('unreadable', 'The picture has more than one manifest.');
    return manifests[0];
  }
}

function chunksOf(data: Uint8Array): Chunk[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const chunks: Chunk[] = [];
  for (let start = HEADER; start + 8 <= data.length && chunks.length < MAXIMUM_CHUNKS;) {
    const length = view.getUint32(start + 4, true);
    const end = start + 8 + length + (length % 2);
    if (start + 8 + length > data.length) break;
    chunks.push({ name: letters(data, start), start, length, end: Math.min(end, data.length) });
    start = end;
  }
  return chunks;
}

function letters(data: Uint8Array, at: number): string {
  return String.fromCharCode(...data.subarray(at, at + 4));
}
