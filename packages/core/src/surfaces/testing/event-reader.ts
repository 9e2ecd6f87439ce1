/** One event of a stream, as received. */
export interface ReadEvent {
  readonly event: string | undefined;
  readonly id: string | undefined;
  readonly data: Record<string, unknown> | undefined;
}

/** Reads a stream of server-sent events from a real connection (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export class EventReader {
  readonly #gone = new AbortController();
  readonly #events: ReadEvent[] = [];
  readonly #comments: string[] = [];
  #waiting: (() => void) | undefined;
  #ended = false;

  static async open(url: string, headers: Record<string, string>): Promise<EventReader> {
    const reader = new EventReader();
    const response = await fetch(url, { headers, signal: reader.#gone.signal });
    if (response.status !== 200 || !response.body) throw new Error(`${response.status} ${await response.text()}`);
    void reader.#read(response.body);
    return reader;
  }

  /** Returns the next event that has data. */
  async next(within = 5_000): Promise<ReadEvent> {
    await this.#until(() => this.#events.some(({ data }) => data), within);
    const index = this.#events.findIndex(({ data }) => data);
    const [found] = this.#events.splice(0, index + 1).slice(-1);
    return found as ReadEvent;
  }

  /** Returns the id of the next event with an id, with data or without. */
  async nextId(within = 5_000): Promise<string | undefined> {
    await this.#until(() => this.#events.some(({ id }) => id !== undefined), within);
    const index = this.#events.findIndex(({ id }) => id !== undefined);
    return this.#events.splice(0, index + 1).at(-1)?.id;
  }

  get comments(): number {
    return this.#comments.length;
  }

  /** Resolves once the server has ended the stream. */
  ended(within = 10_000): Promise<void> {
    return this.#until(() => this.#ended, within);
  }

  get pending(): readonly ReadEvent[] {
    return this.#events.filter(({ data }) => data);
  }

  close(): void {
    this.#gone.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of body) {
        const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) this.#take(block);
        this.#waiting?.();
      }
    } catch {
      // The connection was cut, by us or by the server.
    }
    this.#ended = true;
    this.#waiting?.();
  }

  #take(block: string): void {
    const lines = block.split('\n');
    const value = (name: string): string | undefined => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    if (block.startsWith(':')) this.#comments.push(block);
    const data = value('data');
    this.#events.push({
      event: value('event'),
      id: value('id'),
      data: data === undefined ? undefined : (JSON.parse(data) as Record<string, unknown>),
    });
  }

  async #until(met: () => boolean, within: number): Promise<void> {
    const deadline = performance.now() + within;
    while (!met()) {
      const left = deadline - performance.now();
      if (left <= 0) throw new Error(`No such event arrived within ${within} ms.`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#waiting = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}
