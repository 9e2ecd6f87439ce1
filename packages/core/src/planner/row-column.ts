import type { Fields } from '../fields/field.ts';
import type { Dialect } from '../storage/dialect.ts';

/**
 * Returns the column by which indexes refer to the rows of a table: the hidden integer key of a searchable table in SQLite, otherwise the
 * table's key.
 */
export function rowColumn({ key, fields }: { readonly key: string; readonly fields: Fields }, dialect: Dialect): string {
  return (hasRow(fields) ? dialect.rows?.column : undefined) ?? key;
}

/** Whether a table with these fields has a hidden integer key in SQLite. */
export function hasRow(fields: Fields): boolean {
  return Object.values(fields).some(({ search }) => search !== undefined);
}
