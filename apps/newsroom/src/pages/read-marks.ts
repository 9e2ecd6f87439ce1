import type { Call, Database, Row } from '@colophon/core';

/** Something that stays the same object for as long as nothing was written, by this process or any other one. */
export type ReadMark = readonly Row[];

/** Pages that are known by their address; the one not asked for the longest goes first. */
const MAXIMUM = 20_000;
const LONGEST_ADDRESS = 300;

interface Known<Page> {
  readonly mark: ReadMark;
  readonly until: string;
  readonly page: Page;
}

/**
 * Which page stands at an address, for as long as nothing was written and no date has come: then not even what stands on it is read.
 *
 * A repeatable read answers the same rows, as the same object, until SQLite's data version says that somebody wrote. Where a database
 * tells no such thing, every read is another object, and nothing is known here.
 */
export class ReadMarks<Page> {
  readonly #database: Database;
  readonly #known = new Map<string, Known<Page>>();
  #due: { readonly mark: ReadMark; readonly until: Promise<string> } | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The mark of this moment. Take it before reading: what is written meanwhile then makes what was read be read again. */
  now(): Promise<ReadMark> {
    return this.#database.all({ sql: 'SELECT 1 AS mark', parameters: [], repeatable: true });
  }

  /** The page that was at an address when this mark was current, unless a piece has come due since. */
  recall(address: string, mark: ReadMark, call: Call): Page | undefined {
    const known = this.#known.get(address);
    return known?.mark === mark && call.now().toISOString() < known.until ? known.page : undefined;
  }

  /** Remembers the page at an address. */
  async remember(address: string, mark: ReadMark, { page, call }: { readonly page: Page; readonly call: Call }): Promise<void> {
    if (address.length > LONGEST_ADDRESS) return;
    // Asked once for each mark: until then nothing becomes visible by itself.
    if (this.#due?.mark !== mark) this.#due = { mark, until: this.#nextDue(call) };
    const due = this.#due;
    let until: string;
    try {
      until = await due.until;
    } catch (error) {
      // The next one asks again.
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
   * When the next piece comes before readers whose date is still to come. Lists hold what is due to the whole second: what is due within
   * this one is in none of them yet, and comes with the next.
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
