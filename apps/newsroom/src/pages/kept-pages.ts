import { gunzipSync, gzipSync } from 'node:zlib';

/** Bytes of cached pages, compressed: about ten thousand articles of usual length. */
const MAXIMUM_SIZE = 24_000_000;
/** A longer page is rendered each time. */
const MAXIMUM_PAGE = 500_000;

/**
 * Caches pages by their data. Each request reads the data of its page; only rendering the HTML is saved. So no invalidation is needed:
 * changed data has another key, in every process.
 *
 * Pages are stored compressed, as most browsers accept them. The least recently used are evicted first.
 */
export class KeptPages {
  readonly #pages = new Map<string, Buffer>();
  readonly #making = new Map<string, Promise<Buffer>>();
  readonly #maximum: number;
  #size = 0;

  constructor({ maximum = MAXIMUM_SIZE } = {}) {
    this.#maximum = maximum;
  }

  /** Whether the page of a key is cached. */
  has(key: string): boolean {
    return this.#pages.has(key);
  }

  /** The compressed page of a key; concurrent requests share the rendering. */
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

/** The uncompressed page, for the few clients that accept no other. */
export function uncompressed(page: Buffer): Buffer {
  return gunzipSync(page);
}
