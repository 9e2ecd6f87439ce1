import type { Filter, Operator } from '../queries/filter.ts';
import type { ObjectDefinition } from './definition.ts';
import { indexesOf, withConditions } from './takes-long.ts';

const RANGES: ReadonlySet<Operator> = new Set(['gt', 'gte', 'lt', 'lte']);

/**
 * Returns a filter as a count applies it: if one index contains all compared columns, a range does not select the rows. SQLite has no
 * statistics of ranges: it would read each row of a range from the table, which takes many times longer than counting the entries of one
 * index if the range is a large part of the table.
 */
export function filterOfCount(definition: ObjectDefinition, filter: Filter | undefined): Filter | undefined {
  const columns = new Map<string, boolean>();
  if (!filter || !collectColumns(filter, definition, columns)) return filter;
  const covering = indexesOf(definition).filter((index) =>
    [...columns.keys()].every((column) => index.some(({ name }) => name === column)),
  );
  // The range is read from the index itself.
  if (covering.length === 0 || covering.some(([first]) => first && columns.get(first.name))) return filter;
  return withConditions(filter, (condition) => (RANGES.has(condition.operator) ? { ...condition, isBroad: true } : condition));
}

/** Adds the compared columns, each with whether it is compared with a range. Returns false if the filter compares anything else. */
function collectColumns(filter: Filter, definition: ObjectDefinition, columns: Map<string, boolean>): boolean {
  switch (filter.kind) {
    case 'condition': {
      const { field, operator } = filter.condition;
      if (field.includes('.') || definition.fields[field]?.kind === 'list') return false;
      columns.set(field, RANGES.has(operator) || columns.get(field) === true);
      return true;
    }
    case 'related':
      return false;
    case 'not':
      return collectColumns(filter.filter, definition, columns);
    default:
      return filter.filters.every((each) => collectColumns(each, definition, columns));
  }
}
