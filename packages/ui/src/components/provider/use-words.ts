import type { Words } from '../../messages/message.ts';
import { useColophon } from './colophon-context.ts';

const made = new WeakMap<object, WeakMap<object, object>>();

/**
 * Returns the messages of a family of components: the English ones, overridden by those of the host. A page thus only loads the messages
 * of the families that it shows.
 */
export function useWords<Table extends object>(table: Table): Words<Table> {
  const { words } = useColophon();
  let tables = made.get(words);
  if (tables === undefined) made.set(words, (tables = new WeakMap()));
  let merged = tables.get(table);
  if (merged === undefined) {
    const own = Object.entries(words).filter(([key, value]) => Object.hasOwn(table, key) && value !== undefined);
    tables.set(table, (merged = { ...table, ...Object.fromEntries(own) }));
  }
  return merged as Words<Table>;
}
