import { WorkerPool, workerUrl } from '@colophon/core/workers';
import { exactBytes } from '../bytes/exact-bytes.ts';
import { readerError } from '../errors/reader-error.ts';
import type { PictureInput, PictureProvenance } from './picture-provenance.ts';

export interface ProvenanceReaderOptions {
  /** The number of threads, each reading one picture at a time. Default: 1. */
  readonly size?: number;
  /** Milliseconds for one picture. Default: 10,000. */
  readonly deadline?: number;
  /** Bytes by which the process may grow in that time. Default: 400,000,000. */
  readonly memory?: number;
}

/**
 * Reads the C2PA manifests of untrusted pictures in reused threads, with a deadline and a memory limit. No thread starts and no
 * library is loaded before the first picture, and idle threads do not keep the process alive.
 *
 * @example
 * const reader = new ProvenanceReader();
 * const provenance = await reader.read({ bytes, mimeType: 'image/jpeg' }); // null if it has none
 */
export class ProvenanceReader {
  readonly #pool: WorkerPool<PictureInput, PictureProvenance | null>;

  constructor({ size = 1, deadline = 10_000, memory = 400_000_000 }: ProvenanceReaderOptions = {}) {
    this.#pool = new WorkerPool({ entry: workerUrl('read-provenance-thread-entry', import.meta.url), size, deadline, memory });
  }

  /**
   * Reads the manifest of one picture and checks it against the picture.
   *
   * @throws ColophonError `unreadable`, `too_complex`, `too_large` or `unsupported_media_type`
   * @throws BusyError if too many pictures are waiting
   */
  async read(input: PictureInput): Promise<PictureProvenance | null> {
    try {
      return await this.#pool.run({ ...input, bytes: exactBytes(input.bytes) });
    } catch (error) {
      throw readerError(error, 'The manifest of the picture');
    }
  }

  /** Terminates the threads; pending reads are rejected. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
