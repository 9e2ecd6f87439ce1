import type { Call, Database } from '@colophon/core';

/** An object that stays the same until something is written, by this process or any other. */
export type ReadMark = object;

/** The maximum number of known addresses; the least recently used is evicted first. */
const MAXIMUM = 20_000;
const LONGEST_ADDRESS = 300;

interface Known<Page> {
  readonly mark: ReadMark;
  readonly until: string;
  readonly page: Page;
}

/**
 * Remembers the page at an address until something is written or a publication date arrives: then not even its data is read.
 */
export class ReadMarks<Page> {
  readonly #database: Database;
  readonly #known = new Map<string, Known<Page>>();
  #due: { readonly mark: ReadMark; readonly until: Promise<string> } | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The current mark. Take it before reading: a concurrent write then causes another read. */
  now(): Promise<ReadMark> {
    return this.#database.dataMark();
  }

  /** The page that was at an address when this mark was current, unless a piece has become due since. */
  recall(address: string, mark: ReadMark, call: Call): Page | undefined {
    const known = this.#known.get(address);
    return known?.mark === mark && call.now().toISOString() < known.until ? known.page : undefined;
  }

  /** Remembers the page at an address. */
  async remember(address: string, mark: ReadMark, { page, call }: { readonly page: Page; readonly call: Call }): Promise<void> {
    if (address.length > LONGEST_ADDRESS) return;
    // Read once per mark: until then nothing becomes visible without a write.
    if (this.#due?.mark !== mark) this.#due = { mark, until: this.#nextDue(call) };
    const due = this.#due;
    let until: string;
    try {
      until = await due.until;
    } catch (error) {
      // The next request tries again.
      if (this.#due === due) this.#due = undefined;
      throw error;
    }
    this.#known.delete(address);
    this.#known.set(address, { mark, until, page });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= MAXIMUM) break;
      this.#known.delete(oldest);
    }
  }

  /**
   * When the next piece with a future date becomes visible to readers. Lists compare dates by the whole second: pieces due within this
   * second are in none of them yet, and appear in the next.
   */
  async #nextDue(call: Call): Promise<string> {
    const { builder } = this.#database.dialect;
    const query = builder
      .selectFrom('contents')
      .select('publish_date')
      .where('status', '=', 'published')
      .where('publish_date', '>', new Date(Math.floor(call.now().getTime() / 1000) * 1000).toISOString())
      .orderBy('publish_date')
      .limit(1);
    const row = await this.#database.first(query.compile());
    const due = row && this.#database.dialect.decode('datetime', row['publish_date']);
    return typeof due === 'string' ? new Date(Math.ceil(Date.parse(due) / 1000) * 1000).toISOString() : '9999';
  }
}
