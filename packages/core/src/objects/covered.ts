import type { Condition, Filter } from '../queries/filter.ts';
import { hasRow } from '../queries/row-column.ts';
import { fitsValueIndex } from '../queries/value-index-use.ts';
import { isPlainKey } from '../storage/table.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { ObjectDefinition } from './definition.ts';
import { beginsWith, indexesOf } from './serving-indexes.ts';

/** Returns the columns of a table's index by row; undefined if there is no such index. */
export function coveredColumns({ fields, options }: ObjectDefinition, dialect: Dialect): readonly string[] | undefined {
  return dialect.rows && hasRow(fields) ? options.covering : undefined;
}

/**
 * Returns whether a filter needs no row of the table: every condition is on a column of the index by row, or finds its rows in an index of
 * its own.
 */
export function isCovered(filter: Filter | undefined, definition: ObjectDefinition, covered: readonly string[]): boolean {
  if (!filter) return true;
  switch (filter.kind) {
    case 'condition':
      return covered.includes(filter.condition.field) || findsRows(filter.condition, definition);
    case 'related':
      return false;
    case 'not':
      return isCovered(filter.filter, definition, covered);
    case 'all':
    case 'any':
      return filter.filters.every((each) => isCovered(each, definition, covered));
  }
}

function findsRows({ field, operator, value }: Condition, definition: ObjectDefinition): boolean {
  const [column = '', ...path] = field.split('.');
  const kept = definition.fields[column];
  const values = Array.isArray(value) ? (value as unknown[]) : [value];
  const isEqual = operator === 'eq' || operator === 'in';
  if (kept?.kind === 'list') return kept.indexed && (isEqual || operator === 'ne' || operator === 'nin') && values.every(fitsValueIndex);
  if (path.length > 0) return kept?.indexed === true && isEqual && values.every(fitsValueIndex) && path.every(isPlainKey);
  return indexesOf(definition).some((index) => beginsWith(index, column));
}
