import { WorkerPool, workerUrl } from '@colophon/core/workers';
import { exactBytes } from '../bytes/exact-bytes.ts';
import { readerError } from '../errors/reader-error.ts';
import type { PageInput, PageText } from './page-text.ts';

export interface PageReaderOptions {
  /** The number of threads, each reading one page at a time. Default: 1. */
  readonly size?: number;
  /** Milliseconds for one page. Default: 20,000. */
  readonly deadline?: number;
  /** Bytes by which the process may grow in that time. Default: 512,000,000. */
  readonly memory?: number;
}

/**
 * Reads untrusted pages and PDF files in reused threads, with a deadline and a memory limit. No thread starts and no library is
 * loaded before the first page, and idle threads do not keep the process alive.
 *
 * @example
 * const reader = new PageReader();
 * const { title, html, text } = await reader.read({ bytes, mimeType: 'text/html', url });
 */
export class PageReader {
  readonly #pool: WorkerPool<PageInput, PageText>;

  constructor({ size = 1, deadline = 20_000, memory = 512_000_000 }: PageReaderOptions = {}) {
    this.#pool = new WorkerPool({ entry: workerUrl('read-page-thread-entry', import.meta.url), size, deadline, memory });
  }

  /**
   * Reads one page.
   *
   * @throws ColophonError `too_complex`, `encrypted`, `unreadable`, `too_large` or `unsupported_media_type`
   * @throws BusyError if too many pages are waiting
   */
  async read(input: PageInput): Promise<PageText> {
    try {
      return await this.#pool.run({ ...input, bytes: exactBytes(input.bytes) });
    } catch (error) {
      throw readerError(error, 'The page');
    }
  }

  /** Terminates the threads; pending reads are rejected. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
