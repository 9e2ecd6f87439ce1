import { onlyConditions, withConditions } from '../queries/conditions.ts';
import type { Filter } from '../queries/filter.ts';
import type { OrderTerm } from '../queries/order.ts';
import type { ObjectDefinition } from './definition.ts';
import { indexesOf, serves } from './serving-indexes.ts';

const FAR = 1000;

/** A page query without the filter of visible rows, which is assumed to match most of the table. */
interface PageQuery {
  readonly filter: Filter | undefined;
  readonly order: readonly OrderTerm[] | undefined;
  readonly offset: number;
  readonly isSearch: boolean;
}

/**
 * Returns whether a page may take long on a large table: unless one index contains the columns compared for equality followed by the order,
 * an unknown number of rows is read that are not returned.
 */
export function takesLong(definition: ObjectDefinition, { filter, order, offset, isSearch }: PageQuery): boolean {
  if (isSearch || !order || offset > FAR) return true;
  const compared = comparedColumns(filter);
  return !compared || !indexesOf(definition).some((index) => serves(index, definition.key, compared, order));
}

/** Returns the columns that a filter compares for equality; undefined if it does anything else. */
export function comparedColumns(filter: Filter | undefined): ReadonlySet<string> | undefined {
  const conditions = filter ? onlyConditions(filter) : [];
  if (!conditions?.every(({ field, operator }) => operator === 'eq' && !field.includes('.'))) return undefined;
  return new Set(conditions.map(({ field }) => field));
}

/** Planning more branches costs more than sorting their rows. */
const MOST_BRANCHES = 16;

/**
 * Returns the filters of the branches that a page is merged from: if a field is compared with several values, and an index provides the
 * order for each of them, the first rows of each value are read from the index, instead of sorting all rows of all values. Undefined if
 * the page is not merged.
 */
export function branchesOf(definition: ObjectDefinition, { filter, order, offset, isSearch }: PageQuery): readonly Filter[] | undefined {
  if (!filter || !order || isSearch || offset > FAR) return undefined;
  const several = onlyConditions(filter)?.filter(({ operator }) => operator === 'in') ?? [];
  const [only] = several;
  if (several.length !== 1 || !only || definition.fields[only.field]?.kind === 'list') return undefined;
  const values = [...new Set(only.value as readonly unknown[])];
  if (values.length === 0 || values.length > MOST_BRANCHES || values.includes(null)) return undefined;
  const branches = values.map((value) =>
    withConditions(filter, (each) => (each === only ? { field: each.field, operator: 'eq', value } : each)),
  );
  return branches[0] && !takesLong(definition, { filter: branches[0], order, offset, isSearch }) ? branches : undefined;
}
