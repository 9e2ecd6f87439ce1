import { WorkerPool, workerUrl } from '@colophon/core/workers';
import { exactBytes } from '../exact-bytes.ts';
import { readerError } from '../reader-error.ts';
import type { PageInput, PageText } from './page-text.ts';

export interface PageReaderOptions {
  /** Pages read at once, each in a thread of its own. Default: 1. */
  readonly size?: number;
  /** Milliseconds for one page. Default: 20,000. */
  readonly deadline?: number;
  /** Bytes by which the process may grow meanwhile. Default: 512,000,000. */
  readonly memory?: number;
}

/**
 * Reads pages and PDF files of strangers in kept threads, under a deadline and a bound on memory. Nothing is started, and none
 * of the libraries is loaded, before the first page comes; the process may end while it is idle.
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
   * @throws BusyError when too many wait
   */
  async read(input: PageInput): Promise<PageText> {
    try {
      return await this.#pool.run({ ...input, bytes: exactBytes(input.bytes) });
    } catch (error) {
      throw readerError(error, 'The page');
    }
  }

  /** Ends the threads; what is being read is refused. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
