import type { Condition, Filter } from '../queries/filter.ts';
import type { OrderTerm } from '../queries/order.ts';
import type { ObjectDefinition } from './definition.ts';

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
  const compared = new Set<string>();
  if (filter && !comparesColumns(filter, compared)) return true;
  return !indexesOf(definition).some((index) => serves(index, compared, order));
}

/** Returns whether the filter only compares columns for equality; they are added to `compared`. */
function comparesColumns(filter: Filter, compared: Set<string>): boolean {
  if (filter.kind === 'all') return filter.filters.every((each) => comparesColumns(each, compared));
  if (filter.kind !== 'condition') return false;
  const { field, operator } = filter.condition;
  if (operator !== 'eq' || field.includes('.')) return false;
  compared.add(field);
  return true;
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
  const several = conditionsOf(filter)?.filter(({ operator }) => operator === 'in') ?? [];
  const [only] = several;
  if (several.length !== 1 || !only || definition.fields[only.field]?.kind === 'list') return undefined;
  const values = [...new Set(only.value as readonly unknown[])];
  if (values.length === 0 || values.length > MOST_BRANCHES || values.includes(null)) return undefined;
  const branches = values.map((value) =>
    withConditions(filter, (each) => (each === only ? { field: each.field, operator: 'eq', value } : each)),
  );
  return branches[0] && !takesLong(definition, { filter: branches[0], order, offset, isSearch }) ? branches : undefined;
}

/** Returns the conditions of a filter that consists of conditions combined by `and`; undefined for any other filter. */
function conditionsOf(filter: Filter): readonly Condition[] | undefined {
  if (filter.kind === 'condition') return [filter.condition];
  if (filter.kind !== 'all') return undefined;
  const parts = filter.filters.map(conditionsOf);
  return parts.every((each) => each !== undefined) ? parts.flat() : undefined;
}

type IndexColumns = readonly { readonly name: string; readonly descending: boolean }[];

const indexes = new WeakMap<ObjectDefinition, readonly IndexColumns[]>();

/** Returns the columns of each index of a table. */
export function indexesOf(definition: ObjectDefinition): readonly IndexColumns[] {
  let known = indexes.get(definition);
  if (!known) {
    const { options, key } = definition;
    const named = [['-created_at', `-${key}`], [key], ...(options.indexes ?? []), ...(options.unique ?? [])];
    known = named.map((fields) => fields.map((field) => ({ name: field.replace(/^-/, ''), descending: field.startsWith('-') })));
    indexes.set(definition, known);
  }
  return known;
}

/**
 * Returns whether the index begins with all compared columns and continues with the order, in either direction; the key ends every order.
 */
function serves(index: IndexColumns, compared: ReadonlySet<string>, order: readonly OrderTerm[]): boolean {
  const start = index.slice(0, compared.size);
  if (start.length < compared.size || !start.every(({ name }) => compared.has(name))) return false;
  const rest = index.slice(compared.size);
  const isReversed = rest[0]?.descending !== order[0]?.descending;
  return order.slice(0, Math.max(1, order.length - 1)).every(({ field, descending }, at) => {
    const column = rest[at];
    return column?.name === field && (column.descending !== descending) === isReversed;
  });
}

/**
 * Returns the filter of visible rows as applied to a page: if an index serves the query, but none serves it together with the visibility
 * filter, rows are found by the first index and then checked for visibility, which most of them pass. By itself SQLite would find all
 * visible rows and sort them.
 */
export function scopeForOrder(
  definition: ObjectDefinition,
  scope: Filter | undefined,
  { filter, order }: Pick<PageQuery, 'filter' | 'order'>,
): Filter | undefined {
  const asked = new Set<string>();
  if (!scope || !order || (filter && !comparesColumns(filter, asked))) return scope;
  const seen = new Set(asked);
  requiredColumns(scope, seen);
  const candidates = indexesOf(definition);
  const both = [...seen].filter((name) => !asked.has(name));
  const servesBoth = candidates.some((index) => both.some((name) => serves(index, new Set([...asked, name]), order)));
  if (servesBoth || !candidates.some((index) => serves(index, asked, order))) return scope;
  return withConditions(scope, (condition) => ({ ...condition, isBroad: true }));
}

function requiredColumns(filter: Filter, columns: Set<string>): void {
  if (filter.kind === 'all') for (const each of filter.filters) requiredColumns(each, columns);
  else if (filter.kind === 'condition' && filter.condition.operator === 'eq') columns.add(filter.condition.field);
}

/** Returns the filter with each condition on a column replaced. */
export function withConditions(filter: Filter, change: (condition: Condition) => Condition): Filter {
  switch (filter.kind) {
    case 'condition':
      return filter.condition.field.includes('.') ? filter : { kind: 'condition', condition: change(filter.condition) };
    case 'related':
      return filter;
    case 'not':
      return { kind: 'not', filter: withConditions(filter.filter, change) };
    default:
      return { kind: filter.kind, filters: filter.filters.map((each) => withConditions(each, change)) };
  }
}
