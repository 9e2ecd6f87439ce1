import { allBroad, requiredConditions, withConditions } from '../queries/conditions.ts';
import type { Filter, Operator } from '../queries/filter.ts';
import type { ObjectDefinition } from './definition.ts';
import { beginsWith, contains, indexesOf } from './serving-indexes.ts';

const RANGES: ReadonlySet<Operator> = new Set(['gt', 'gte', 'lt', 'lte']);

/**
 * Returns a filter as a count applies it: if one index contains all compared columns, its entries are counted, and only conditions on the
 * column that it begins with select them. SQLite has no statistics of ranges and of databases that were never analyzed: it would read each
 * row that matches some condition from the table, which takes many times longer if that is a large part of the table.
 */
export function filterOfCount(definition: ObjectDefinition, filter: Filter | undefined): Filter | undefined {
  const columns = new Map<string, boolean>();
  if (!filter || !collectColumns(filter, definition, columns)) return filter;
  const covering = indexesOf(definition).filter((index) => contains(index, columns.keys()));
  const areSearched = (names: readonly string[]): boolean => names.some((name) => covering.some((index) => beginsWith(index, name)));
  // The range is read from the index itself.
  if (covering.length === 0 || areSearched([...columns.keys()].filter((name) => columns.get(name)))) return filter;
  const equal = requiredConditions(filter).filter(({ operator }) => operator === 'eq');
  if (!areSearched(equal.map(({ field }) => field))) return allBroad(filter);
  return withConditions(filter, (condition) => (RANGES.has(condition.operator) ? { ...condition, isBroad: true } : condition));
}

/** Returns whether one index contains all columns that a filter compares. */
export function isInOneIndex(definition: ObjectDefinition, filter: Filter | undefined): boolean {
  const columns = new Map<string, boolean>();
  if (!filter) return true;
  if (!collectColumns(filter, definition, columns) || columns.has(definition.key)) return false;
  return indexesOf(definition).some((index) => contains(index, columns.keys()));
}

/**
 * Returns a filter as counts by the values of a field apply it: if an index that begins with the field contains all compared columns, its
 * entries are read in groups. Otherwise SQLite would sort the rows that match some condition.
 */
export function filterOfGroups(definition: ObjectDefinition, field: string, filter: Filter | undefined): Filter | undefined {
  const columns = new Map<string, boolean>([[field, false]]);
  if (!filter || !collectColumns(filter, definition, columns)) return filter;
  const isCovered = indexesOf(definition).some((index) => beginsWith(index, field) && contains(index, columns.keys()));
  return isCovered ? allBroad(filter) : filter;
}

/** Adds the compared columns, each with whether it is compared with a range. Returns false if the filter compares anything else. */
function collectColumns(filter: Filter, definition: ObjectDefinition, columns: Map<string, boolean>): boolean {
  switch (filter.kind) {
    case 'condition': {
      const { field, operator } = filter.condition;
      if (definition.fields[field]?.kind === 'list') {
        // The value index of a list is searched by the key.
        if (definition.fields[field]?.indexed) columns.set(definition.key, false);
        return definition.fields[field]?.indexed === true;
      }
      if (field.includes('.')) return false;
      columns.set(field, RANGES.has(operator) || columns.get(field) === true);
      return true;
    }
    case 'related':
      return false;
    case 'not':
      return collectColumns(filter.filter, definition, columns);
    case 'all':
    case 'any':
      return filter.filters.every((each) => collectColumns(each, definition, columns));
  }
}
