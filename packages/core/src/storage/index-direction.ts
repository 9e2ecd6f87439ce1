import type { IndexColumn } from './table.ts';

/**
 * Returns an index with all columns ascending if it serves the same queries, read backwards: if the descending columns follow each other,
 * and an ascending column after them decides no order, because they include the key of the table. New rows are then added at the end of
 * the index: `status, created_at DESC, id DESC` becomes `status, created_at, id`. At the beginning of a descending index they would split
 * every page in half and leave it half empty.
 */
export function inOneDirection<Column extends IndexColumn>(columns: readonly Column[], primaryKey: readonly string[]): readonly Column[] {
  const first = columns.findIndex((column) => column.descending);
  if (first < 0) return columns;
  const end = columns.findLastIndex((column) => column.descending) + 1;
  const run = columns.slice(first, end);
  const isOrdered = end < columns.length && !run.some(({ name }) => primaryKey.includes(name));
  if (isOrdered || run.some((column) => !column.descending)) return columns;
  return columns.map((column) => {
    const { descending, ...rest } = column;
    return descending ? (rest as Column) : column;
  });
}
