import type { ReadMark } from './read-marks.ts';

interface Reading<Page> {
  readonly mark: ReadMark;
  readonly page: Promise<Page | undefined>;
}

/** Reads of pages that several requests wait for: on a site with many readers, the front page is asked for again while it is read. */
export class SharedReads<Page> {
  readonly #reading = new Map<string, Reading<Page>>();

  /**
   * Returns the page at an address that another request with the same mark is reading, so that nothing was written since it began; otherwise
   * reads it. Undefined if what was read is not for others.
   */
  read(address: string, mark: ReadMark, read: () => Promise<Page | undefined>): Promise<Page | undefined> {
    const known = this.#reading.get(address);
    if (known?.mark === mark) return known.page;
    const reading = { mark, page: read() };
    this.#reading.set(address, reading);
    const forget = (): void => {
      if (this.#reading.get(address) === reading) this.#reading.delete(address);
    };
    reading.page.then(forget, forget);
    return reading.page;
  }
}
