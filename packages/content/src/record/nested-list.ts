import type { Page } from '@colophon/core';

/**
 * A list that belongs to one record. In code it is an array; on its way out it has the form of every other list:
 * `{items, count, limit, offset}`.
 *
 * @example
 * const versions = await content.listVersions();
 * versions[0]?.kind;          // 'publication'
 * JSON.stringify(versions);   // {"items":[…],"count":3,"limit":50,"offset":0}
 */
export class NestedList<Item> extends Array<Item> {
  /** What is made of the list, by `map` for example, is a plain array. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  readonly #page: Pick<Page<Item>, 'count' | 'limit' | 'offset'>;

  constructor({ items, count, limit, offset }: Page<Item>) {
    super();
    // Nested lists go on by offset, so that no cursor is passed on.
    this.#page = { count, limit, offset };
    for (const item of items) this.push(item);
  }

  /** Makes a list of everything there is. */
  static whole<T>(items: readonly T[]): NestedList<T> {
    return new NestedList({ items: [...items], count: items.length, limit: items.length, offset: 0 });
  }

  /** The list itself, as pages of other lists name it. */
  get items(): Item[] {
    return this;
  }

  /** How many there are in all; null when they were not counted. */
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
