const MAX_ENTRIES = 200;
/** Characters; larger answers are asked for anew. */
const MAX_BODY = 256 * 1024;

interface Entry {
  readonly etag: string;
  readonly body: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** Answers kept by their address, so that asking again costs the server a comparison and the network a header. */
export class EtagCache {
  readonly #entries = new Map<string, Entry>();

  /** The tag to ask with; undefined when nothing is kept. */
  etag(url: string): string | undefined {
    return this.#entries.get(url)?.etag;
  }

  /** The answer that is kept, as if it had been sent again; undefined when it was dropped meanwhile. */
  answer(url: string): Response | undefined {
    const entry = this.#entries.get(url);
    if (entry === undefined) return undefined;
    this.#put(url, entry);
    return new Response(entry.body, { status: 200, headers: entry.headers.map(([name, value]): [string, string] => [name, value]) });
  }

  /** Keeps an answer that has a tag, and hands on one that can be read. */
  async keep(url: string, response: Response): Promise<Response> {
    const etag = response.headers.get('etag');
    const type = response.headers.get('content-type') ?? '';
    if (response.status !== 200 || etag === null || !/json/i.test(type) || /no-store/i.test(response.headers.get('cache-control') ?? ''))
      return response;
    const body = await response.text();
    const headers = [...response.headers];
    if (body.length <= MAX_BODY) this.#put(url, { etag, body, headers });
    return new Response(body, { status: 200, headers });
  }

  /** Forgets everything: another person must not be answered with it. */
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
