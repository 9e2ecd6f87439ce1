import { setTimeout as delay } from 'node:timers/promises';

/** Between two requests of a client, in milliseconds: a load and not a flood. */
const PAUSE_MS = 20;
const WORDS = ['harbour', 'river', 'bridge', 'council', 'market', 'school'];
const PAGES = ['/', '/tags', '/feed.atom'];
/** The start of a PNG, which is all that detection needs. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** What is read of an answer. */
interface Answer {
  readonly id: string;
  readonly count: number;
  readonly items: readonly { readonly id: string }[];
}

/** Mixed requests, after each round of which there are as many pieces and files as before. */
export class Load {
  /** Each request that was answered with 500 or more, with its status. */
  readonly failures = new Set<string>();
  readonly #url: string;
  readonly #token: string;
  #isGoing = true;
  #counts = { requests: 0, failures: 0 };
  #rounds = 0;

  constructor(url: string, token: string) {
    this.#url = url;
    this.#token = token;
  }

  /** Runs one client until `stop`. */
  async run(): Promise<void> {
    while (this.#isGoing) await this.#round((this.#rounds += 1));
  }

  stop(): void {
    this.#isGoing = false;
  }

  /** Returns the counts since the last time. */
  takeCounts(): { readonly requests: number; readonly failures: number } {
    const counts = this.#counts;
    this.#counts = { requests: 0, failures: 0 };
    return counts;
  }

  /** How many pieces there are. */
  async pieces(): Promise<number> {
    const { count } = await this.#json('GET', '/api/v1/contents?limit=1');
    return count;
  }

  async #round(round: number): Promise<void> {
    const word = WORDS[round % WORDS.length] ?? '';
    const { id } = await this.#json('POST', '/api/v1/articles', { title: `Soak ${round}`, body: `The ${word} of ${round}. `.repeat(50) });
    await this.#json('PATCH', `/api/v1/articles/${id}`, { description: `Changed in round ${round}` });
    await this.#json('GET', `/api/v1/articles/${id}`);
    await this.#json('GET', `/api/v1/contents?limit=20&search=${word}`);
    await this.#json('GET', '/api/v1/contents?limit=20&orderBy=-updated_at');
    await this.#send('GET', PAGES[round % PAGES.length] ?? '/');
    if (round % 3 === 0) {
      // Text after the picture makes each file another one.
      const bytes = Buffer.concat([PNG, Buffer.from(`${process.pid} ${round}`)]);
      const asset = await this.#json('POST', `/api/v1/assets/upload?name=soak-${round}.png`, bytes);
      await this.#send('GET', `/api/v1/assets/${asset.id}/file`);
      await this.#send('DELETE', `/api/v1/assets/${asset.id}`);
    }
    await this.#send('DELETE', `/api/v1/articles/${id}`);
    const { items } = await this.#json('GET', `/api/v1/content-trash?contentId=${id}`);
    for (const entry of items) await this.#send('POST', `/api/v1/content-trash/${entry.id}/purge`, {});
  }

  async #json(method: string, path: string, body?: object): Promise<Answer> {
    const text = await this.#send(method, path, body);
    return JSON.parse(text.startsWith('{') ? text : '{}') as Answer;
  }

  async #send(method: string, path: string, body?: object): Promise<string> {
    const isBytes = body instanceof Buffer;
    const answer = await fetch(this.#url + path, {
      method,
      headers: {
        Authorization: `Bearer ${this.#token}`,
        ...(body && { 'Content-Type': isBytes ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    this.#counts.requests += 1;
    if (answer.status >= 500) {
      this.#counts.failures += 1;
      this.failures.add(`${answer.status} ${method} ${path.replaceAll(/[\da-f-]{30,}/g, '…')}`);
      // A mistake in the load itself must not look like a load.
    } else if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 500)}`);
    await delay(PAUSE_MS);
    return text;
  }
}
