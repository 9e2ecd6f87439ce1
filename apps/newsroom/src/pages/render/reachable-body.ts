import { tagsOf, withTags } from './tags-of.ts';

/** More columns than fit on a phone: such a table can be scrolled, also with the keyboard. */
const WIDE = 4;

/**
 * Makes sanitized HTML accessible: a picture without alternative text is skipped instead of announced by its address, and a table that
 * scrolls sideways can be reached with the keyboard.
 */
export function reachableBody(html: string): string {
  const wide = wideTables(html);
  return withTags(html, ({ name, attributes, at }) => {
    if (name === 'img' && !attributes.has('alt')) return new Map([['alt', ''], ...attributes]);
    return wide.has(at) ? attributes.set('tabindex', '0') : undefined;
  });
}

/** The positions of the tables whose first row has many cells. */
function wideTables(html: string): ReadonlySet<number> {
  const wide = new Set<number>();
  let table: number | undefined;
  let cells = 0;
  for (const { name, at } of tagsOf(html)) {
    if (name === 'table') [table, cells] = [at, 0];
    else if (name === 'td' || name === 'th') cells += 1;
    else if (name === '/tr' || name === '/table') {
      if (table !== undefined && cells > WIDE) wide.add(table);
      table = undefined;
    }
  }
  return wide;
}
