import type { OrderTerm } from '../queries/order.ts';
import { inOneDirection } from '../storage/index-direction.ts';
import type { IndexColumn } from '../storage/table.ts';
import type { ObjectDefinition } from './definition.ts';

/** An index of a table, for deciding which queries it serves. */
export interface KnownIndex {
  readonly columns: readonly IndexColumn[];
  /** A database may contain the index as it was defined, or in one direction: it serves what both serve. */
  readonly stored: readonly IndexColumn[];
  readonly isUnique: boolean;
}

const indexes = new WeakMap<ObjectDefinition, readonly KnownIndex[]>();

/** Returns the indexes of a table. */
export function indexesOf(definition: ObjectDefinition): readonly KnownIndex[] {
  let known = indexes.get(definition);
  if (!known) {
    const { options, key } = definition;
    const made = (isUnique: boolean) => (fields: readonly string[]) => {
      const columns = fields.map((field) => ({ name: field.replace(/^-/, ''), descending: field.startsWith('-') }));
      return { columns, stored: inOneDirection<IndexColumn>(columns, [key]), isUnique };
    };
    known = [
      ...[['-created_at', `-${key}`], [key], ...(options.indexes ?? [])].map(made(false)),
      ...(options.unique ?? []).map(made(true)),
    ];
    indexes.set(definition, known);
  }
  return known;
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

/** Returns whether the index serves the order, except for the key that ends it. */
export function nearlyServes(index: KnownIndex, compared: ReadonlySet<string>, order: readonly OrderTerm[]): boolean {
  return continues(index, compared, order.slice(0, Math.max(1, order.length - 1)));
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
 * Returns the columns with which an index begins before it continues with the order, all of them compared, as many as possible; undefined if
 * no index provides the order.
 */
export function columnsBefore(
  definition: ObjectDefinition,
  compared: ReadonlySet<string>,
  order: readonly OrderTerm[],
): ReadonlySet<string> | undefined {
  let best: ReadonlySet<string> | undefined;
  for (const index of indexesOf(definition)) {
    const at = index.columns.findIndex(({ name }) => name === order[0]?.field);
    const before = new Set(index.columns.slice(0, Math.max(0, at)).map(({ name }) => name));
    if (at < 0 || before.size <= (best?.size ?? -1) || !before.isSubsetOf(compared)) continue;
    if (serves(index, definition.key, before, order)) best = before;
  }
  return best;
}
