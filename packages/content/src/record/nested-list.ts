import type { Page } from '@colophon/core';

/**
 * A list that belongs to one record. In code it is an array; in responses it has the form of every other list: `{items, count, limit,
 * offset}`.
 *
 * @example
 * const versions = await content.listVersions();
 * versions[0]?.kind;          // 'publication'
 * JSON.stringify(versions);   // {"items":[…],"count":3,"limit":50,"offset":0}
 */
export class NestedList<Item> extends Array<Item> {
  /** Arrays derived from the list, for example by `map`, are plain arrays. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  readonly #page: Pick<Page<Item>, 'count' | 'limit' | 'offset'>;

  constructor({ items, count, limit, offset }: Page<Item>) {
    super();
    // Nested lists are paged by offset, so there is no cursor.
    this.#page = { count, limit, offset };
    for (const item of items) this.push(item);
  }

  /** Creates a complete list. */
  static whole<T>(items: readonly T[]): NestedList<T> {
    return new NestedList({ items: [...items], count: items.length, limit: items.length, offset: 0 });
  }

  /** The list itself, with the name used by pages of other lists. */
  get items(): Item[] {
    return this;
  }

  /** The total number; null if it was not counted. */
  get count(): number | null {
    return this.#page.count;
  }

  get limit(): number {
    return this.#page.limit;
  }

  get offset(): number {
    return this.#page.offset;
  }

  toJSON(): Page<Item> {
    return { items: [...this], ...this.#page };
  }
}
