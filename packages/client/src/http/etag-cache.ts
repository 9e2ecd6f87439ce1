const MAX_ENTRIES = 200;
/** In characters; larger responses are not cached. */
const MAX_BODY = 256 * 1024;

interface Entry {
  readonly etag: string;
  readonly body: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** Caches responses by URL, so that a repeated request costs the server a comparison and the network only headers. */
export class EtagCache {
  readonly #entries = new Map<string, Entry>();

  /** Returns the tag to send; undefined if nothing is cached. */
  etag(url: string): string | undefined {
    return this.#entries.get(url)?.etag;
  }

  /** Returns the cached response; undefined if it was evicted in the meantime. */
  answer(url: string): Response | undefined {
    const entry = this.#entries.get(url);
    if (entry === undefined) return undefined;
    this.#put(url, entry);
    return new Response(entry.body, { status: 200, headers: entry.headers.map(([name, value]): [string, string] => [name, value]) });
  }

  /**
   * Caches a response that has a tag, and returns a readable copy. `no-store` forbids caches of HTTP to keep it, on a disk that others read;
   * here it is the memory of the program that asked, which shows it anyway.
   */
  async keep(url: string, response: Response): Promise<Response> {
    const etag = response.headers.get('etag');
    const type = response.headers.get('content-type') ?? '';
    if (response.status !== 200 || etag === null || !/json/i.test(type)) return response;
    const body = await response.text();
    const headers = [...response.headers];
    if (body.length <= MAX_BODY) this.#put(url, { etag, body, headers });
    return new Response(body, { status: 200, headers });
  }

  /** Clears the cache, for example before another user signs in. */
  clear(): void {
    this.#entries.clear();
  }

  #put(url: string, entry: Entry): void {
    this.#entries.delete(url);
    this.#entries.set(url, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > MAX_ENTRIES && oldest !== undefined) this.#entries.delete(oldest);
  }
}
