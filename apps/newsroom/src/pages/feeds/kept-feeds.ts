import type { Call, Database } from '@colophon/core';
import { usedOlderCounts } from '../data/tag-counts.ts';
import { type ReadMark, ReadMarks } from '../read-marks.ts';

/** A rendered feed. */
export interface WrittenFeed {
  readonly body: string;
  readonly tag: string;
}

/** The maximum number of cached characters. */
const MAXIMUM_SIZE = 8_000_000;

/** Caches feeds by address until something is written or a publication date arrives. The least recently used are evicted first. */
export class KeptFeeds {
  readonly #marks: ReadMarks<string>;
  readonly #feeds = new Map<string, WrittenFeed>();
  #size = 0;

  constructor(database: Database) {
    this.#marks = new ReadMarks(database);
  }

  /** The feed of an address, cached or newly rendered. Missing feeds are not cached. */
  async get(address: string, call: Call, make: () => Promise<WrittenFeed | undefined>): Promise<WrittenFeed | undefined> {
    const mark = await this.#marks.now();
    const known = this.#recall(address, mark, call);
    if (known) return known;
    const made = await make();
    if (made && !usedOlderCounts(call)) {
      await this.#marks.remember(address, mark, { page: made.tag, call });
      this.#keep(made);
    }
    return made;
  }

  #recall(address: string, mark: ReadMark, call: Call): WrittenFeed | undefined {
    const tag = this.#marks.recall(address, mark, call);
    const known = tag === undefined ? undefined : this.#feeds.get(tag);
    if (known) this.#touch(known);
    return known;
  }

  #keep(feed: WrittenFeed): void {
    if (!this.#feeds.has(feed.tag)) this.#size += feed.body.length;
    this.#touch(feed);
    for (const [oldest, { body }] of this.#feeds) {
      if (this.#size <= MAXIMUM_SIZE) break;
      this.#feeds.delete(oldest);
      this.#size -= body.length;
    }
  }

  #touch(feed: WrittenFeed): void {
    this.#feeds.delete(feed.tag);
    this.#feeds.set(feed.tag, feed);
  }
}
