import type { OrderTerm } from '../queries/order.ts';
import { inOneDirection } from '../storage/index-direction.ts';
import type { IndexColumn } from '../storage/table.ts';

/** An index of a table, for deciding which queries it serves. */
export interface KnownIndex {
  readonly columns: readonly IndexColumn[];
  /** A database may contain the index as it was defined, or in one direction: it serves what both serve. */
  readonly stored: readonly IndexColumn[];
  readonly isUnique: boolean;
}

/** Returns the indexes that an object class declares, and those that each table has. */
export function knownIndexes(
  key: string,
  { indexes = [], unique = [] }: { readonly indexes?: readonly (readonly string[])[]; readonly unique?: readonly (readonly string[])[] },
): readonly KnownIndex[] {
  const made = (isUnique: boolean) => (fields: readonly string[]) => {
    const columns = fields.map((field) => ({ name: field.replace(/^-/, ''), descending: field.startsWith('-') }));
    return { columns, stored: inOneDirection<IndexColumn>(columns, [key]), isUnique };
  };
  return [...[['-created_at', `-${key}`], [key], ...indexes].map(made(false)), ...unique.map(made(true))];
}

/** Whether an index begins with the column. */
export function beginsWith({ columns }: KnownIndex, name: string): boolean {
  return columns[0]?.name === name;
}

/** Whether an index contains all of these columns. */
export function contains({ columns }: KnownIndex, names: Iterable<string>): boolean {
  return [...names].every((name) => columns.some((column) => column.name === name));
}

/**
 * Returns whether the index begins with all compared columns and continues with the whole order, which the key ends, in either direction. If
 * it only began with the order, all rows of a value would be sorted by their keys: half of the table, for a field with two values. In a
 * unique index, there is one row of its values.
 */
export function serves(index: KnownIndex, key: string, compared: ReadonlySet<string>, order: readonly OrderTerm[]): boolean {
  const isEnded = index.isUnique && order.at(-1)?.field === key && index.columns.length === compared.size + order.length - 1;
  return continues(index, compared, isEnded ? order.slice(0, -1) : order);
}

function continues({ columns, stored }: KnownIndex, compared: ReadonlySet<string>, order: readonly OrderTerm[]): boolean {
  return follows(columns, compared, order) && (stored === columns || follows(stored, compared, order));
}

function follows(columns: readonly IndexColumn[], compared: ReadonlySet<string>, order: readonly OrderTerm[]): boolean {
  const start = columns.slice(0, compared.size);
  if (start.length < compared.size || !start.every(({ name }) => compared.has(name))) return false;
  const rest = columns.slice(compared.size);
  const isDescending = (column: IndexColumn | undefined): boolean => column?.descending ?? false;
  const isReversed = isDescending(rest[0]) !== order[0]?.descending;
  return order.every(({ field, descending }, at) => {
    const column = rest[at];
    return column?.name === field && (isDescending(column) !== descending) === isReversed;
  });
}

/**
 * Returns the columns with which an index begins before it continues with the order, all of them compared for equality: as many as possible
 * of those that were asked for, then of the scope, which most rows match. Undefined if no index provides the order.
 */
export function columnsBefore(
  { indexes, key }: { readonly indexes: readonly KnownIndex[]; readonly key: string },
  compared: { readonly asked: ReadonlySet<string>; readonly scope: ReadonlySet<string> },
  order: readonly OrderTerm[],
): ReadonlySet<string> | undefined {
  let best: ReadonlySet<string> | undefined;
  const all = compared.asked.union(compared.scope);
  const worth = (columns: ReadonlySet<string>): number => columns.intersection(compared.asked).size * WEIGHT_OF_ASKED + columns.size;
  for (const index of indexes) {
    const at = index.columns.findIndex(({ name }) => name === order[0]?.field);
    const before = new Set(index.columns.slice(0, Math.max(0, at)).map(({ name }) => name));
    if (at < 0 || !before.isSubsetOf(all) || (best && worth(before) <= worth(best))) continue;
    if (serves(index, key, before, order)) best = before;
  }
  return best;
}

/** More than any index has columns. */
const WEIGHT_OF_ASKED = 100;
