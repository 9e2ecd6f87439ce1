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

  readonly #page: Omit<Page<Item>, 'items'>;

  constructor({ items, ...page }: Page<Item>) {
    super();
    this.#page = page;
    for (const item of items) this.push(item);
  }

  /** Makes a list of everything there is. */
  static whole<T>(items: readonly T[]): NestedList<T> {
    return new NestedList({ items: [...items], count: items.length, limit: items.length, offset: 0 });
  }

  /** How many there are in all; null when they were not counted. */
  get count(): number | null {
    return this.#page.count;
  }

  toJSON(): Page<Item> {
    return { items: [...this], ...this.#page };
  }
}
