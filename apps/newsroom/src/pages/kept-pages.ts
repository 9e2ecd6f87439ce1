import { gunzipSync, gzipSync } from 'node:zlib';

/** Bytes of pages that are kept, compressed: some ten thousand articles of usual length. */
const MAXIMUM_SIZE = 24_000_000;
/** A page that is longer is made anew each time. */
const MAXIMUM_PAGE = 500_000;

/**
 * Pages by what they were made of. Whoever asks for a page reads what stands on it; only the work of making HTML of it is spared. So
 * nothing has to be told of a write: what was written is read, its page has another key, and that holds for every process.
 *
 * They are kept compressed, as most browsers take them. What was not asked for the longest goes first.
 */
export class KeptPages {
  readonly #pages = new Map<string, Buffer>();
  readonly #making = new Map<string, Promise<Buffer>>();
  readonly #maximum: number;
  #size = 0;

  constructor({ maximum = MAXIMUM_SIZE } = {}) {
    this.#maximum = maximum;
  }

  /** Whether the page of a key is kept. */
  has(key: string): boolean {
    return this.#pages.has(key);
  }

  /** The compressed page of a key; those who ask for one that is being made share the work. */
  async get(key: string, make: () => Promise<string>): Promise<Buffer> {
    const known = this.#pages.get(key);
    if (known) {
      this.#pages.delete(key);
      this.#pages.set(key, known);
      return known;
    }
    let making = this.#making.get(key);
    if (!making) {
      making = make()
        .then((html) => this.#keep(key, gzipSync(html)))
        .finally(() => this.#making.delete(key));
      this.#making.set(key, making);
    }
    return making;
  }

  #keep(key: string, page: Buffer): Buffer {
    if (page.byteLength > MAXIMUM_PAGE) return page;
    this.#pages.set(key, page);
    this.#size += page.byteLength;
    for (const [oldest, { byteLength }] of this.#pages) {
      if (this.#size <= this.#maximum) break;
      this.#pages.delete(oldest);
      this.#size -= byteLength;
    }
    return page;
  }
}

/** The page as it is without compression, for the few that take no other. */
export function uncompressed(page: Buffer): Buffer {
  return gunzipSync(page);
}
