import type { Words } from '../../messages/message.ts';
import { useColophon } from './colophon-context.ts';

const made = new WeakMap<object, WeakMap<object, object>>();

/**
 * Returns the messages of a family of components: the English ones, overridden by those of the host. A page thus only loads the messages
 * of the families that it shows.
 */
export function useWords<Table extends object>(table: Table): Words<Table> {
  return wordsFor(useColophon().words, table);
}

/** The messages of a family of components, overridden by those of a host. */
export function wordsFor<Table extends object>(words: object, table: Table): Words<Table> {
  let tables = made.get(words);
  if (tables === undefined) made.set(words, (tables = new WeakMap()));
  let merged = tables.get(table);
  if (merged === undefined) {
    const own = Object.entries(words).filter(([key, value]) => Object.hasOwn(table, key) && value !== undefined);
    tables.set(table, (merged = { ...table, ...Object.fromEntries(own) }));
  }
  return merged as Words<Table>;
}
