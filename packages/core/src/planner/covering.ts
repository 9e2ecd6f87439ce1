import type { Condition, Filter } from '../queries/filter.ts';
import { type IndexColumn, isPlainKey } from '../storage/table.ts';
import type { Asked } from './asked.ts';
import { RANGES, requiredConditions } from './conditions.ts';
import type { PlannedTable } from './planned-table.ts';
import { beginsWith, contains } from './serving-indexes.ts';
import { fitsValueIndex } from './value-conditions.ts';

/** Returns the columns of the index by row if no row of the table is needed for a filter; undefined if there is no such index, or it is not enough. */
export function coveringColumns(table: PlannedTable, { filter, scope }: Asked): readonly string[] | undefined {
  const { covering } = table;
  return covering && isCovered(filter, table, covering) && isCovered(scope, table, covering) ? covering : undefined;
}

/** Whether every condition is on a column of the index by row, or finds its rows in an index of its own. */
function isCovered(filter: Filter | undefined, table: PlannedTable, covering: readonly string[]): boolean {
  if (!filter) return true;
  switch (filter.kind) {
    case 'condition':
      return covering.includes(filter.condition.field) || findsRows(filter.condition, table);
    case 'related':
      return false;
    case 'not':
      return isCovered(filter.filter, table, covering);
    case 'all':
    case 'any':
      return filter.filters.every((each) => isCovered(each, table, covering));
  }
}

function findsRows({ field, operator, value }: Condition, { fields, indexes }: PlannedTable): boolean {
  const [column = '', ...path] = field.split('.');
  const kept = fields[column];
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  const isEqual = operator === 'eq' || operator === 'in';
  if (kept?.kind === 'list') return kept.indexed && (isEqual || operator === 'ne' || operator === 'nin') && values.every(fitsValueIndex);
  if (path.length > 0) return kept?.indexed === true && isEqual && values.every(fitsValueIndex) && path.every(isPlainKey);
  return indexes.some((index) => beginsWith(index, column));
}

/** Returns whether one index contains all columns that a read compares. */
export function isInOneIndex({ key, fields, indexes }: PlannedTable, { filter, scope }: Asked): boolean {
  if (!filter && !scope) return true;
  const columns = columnsOf(fields, key, filter, scope);
  return columns !== undefined && !columns.has(key) && indexes.some((index) => contains(index, columns));
}

/**
 * Returns the columns by which the entries of an index are found that contains everything that is compared: reading them takes a fraction of
 * reading the rows that an index of something else finds. Undefined if there is no such index.
 *
 * @param by a column with which the index must begin; all of its entries are then read
 */
export function searchedColumns(
  { key, fields, indexes }: PlannedTable,
  { filter, scope }: Asked,
  by?: string,
): ReadonlySet<string> | undefined {
  const columns = filter || scope ? columnsOf(fields, key, filter, scope) : undefined;
  if (!columns) return undefined;
  const containing = indexes.filter((index) => contains(index, columns));
  if (by !== undefined) return containing.some((index) => beginsWith(index, by)) ? new Set() : undefined;
  const compared = [filter, scope].flatMap(requiredConditions);
  const isEqual = ({ name }: IndexColumn): boolean => compared.some(({ field, operator }) => field === name && EQUAL.has(operator));
  // The ranges of a scope are those that nearly all rows are in.
  const isRange = (name: string): boolean =>
    requiredConditions(filter).some(({ field, operator }) => field === name && RANGES.has(operator));
  let best: readonly string[] | undefined;
  for (const index of containing) {
    const end = index.columns.findIndex((column) => !isEqual(column));
    const { name: next = '' } = index.columns[end] ?? {};
    const found = index.columns.slice(0, end < 0 ? undefined : isRange(next) ? end + 1 : end).map(({ name }) => name);
    if (found.length > (best?.length ?? -1)) best = found;
  }
  return best && new Set(best);
}

const EQUAL: ReadonlySet<string> = new Set(['eq', 'in']);

/** Returns the compared columns; undefined if anything else is compared. */
function columnsOf(
  fields: PlannedTable['fields'],
  key: string,
  ...filters: readonly (Filter | undefined)[]
): ReadonlySet<string> | undefined {
  const columns = new Set<string>();
  const collect = (filter: Filter): boolean => {
    switch (filter.kind) {
      case 'condition': {
        const { field } = filter.condition;
        if (fields[field]?.kind === 'list') {
          // The value index of a list is searched by the key.
          if (fields[field].indexed) columns.add(key);
          return fields[field].indexed;
        }
        columns.add(field);
        return !field.includes('.');
      }
      case 'related':
        return false;
      case 'not':
        return collect(filter.filter);
      case 'all':
      case 'any':
        return filter.filters.every(collect);
    }
  };
  return filters.every((filter) => !filter || collect(filter)) ? columns : undefined;
}
