import { sql } from 'kysely';
import { compileFilter } from '../queries/compile-filter.ts';
import type { Filter } from '../queries/filter.ts';
import { afterRow } from '../queries/keyset.ts';
import type { OrderTerm } from '../queries/order.ts';
import type { ValueIndexUse } from '../queries/value-index-use.ts';
import { filled, Slot } from '../storage/slots.ts';
import { shapeOf, slotted } from '../queries/filter-shape.ts';
import type { Dialect, SearchTerm } from '../storage/dialect.ts';
import type { Statement } from '../storage/statement.ts';
import type { ObjectDefinition } from './definition.ts';
import type { ReadPlan } from './read-plan.ts';

/** A validated read, ready to be compiled to SQL. */
export interface Selection {
  readonly filter: Filter | undefined;
  /** Filters that together match the same rows as `filter`, each with an index in the order of the page; their rows are merged. */
  readonly branches?: readonly Filter[] | undefined;
  readonly search: readonly SearchTerm[] | undefined;
  readonly columns: readonly string[];
  /** Undefined orders by rank. */
  readonly order: readonly OrderTerm[] | undefined;
  readonly after: readonly unknown[] | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly lock: boolean;
  readonly valueIndexes: ValueIndexUse;
  /** One of the terms of the search is enough. */
  readonly isAny?: boolean | undefined;
  /** Each row has `_rank`. */
  readonly withRank?: boolean;
  /** The search finds many rows: they are not what the page is found by. */
  readonly manyHits?: boolean;
  /** The columns of the index by row, if rows are filtered by that index. */
  readonly covered?: readonly string[] | undefined;
}

/** A selection to compile: with values, or with slots for them. */
type Compilable = Omit<Selection, 'offset'> & { readonly offset: number | Slot };

type Matching = Pick<Selection, 'filter' | 'search' | 'valueIndexes' | 'manyHits'>;

/** Returns the statement of a read. Reads of the same shape are compiled once; only their values differ. */
export function selectStatement(plan: ReadPlan, selection: Selection, dialect: Dialect): Statement {
  // The terms of a search are part of the statement's text.
  if (selection.search) return compileSelect(plan, selection, dialect);
  const values: unknown[] = [];
  const shape = selectShape(selection, dialect, values);
  const template = plan.statement(shape, () => compileSelect(plan, withSlots(selection), dialect));
  return filled(template, values);
}

/** Returns the shape, and adds the values in the order in which `withSlots` numbers them. */
function selectShape(selection: Selection, dialect: Dialect, values: unknown[]): string {
  const { filter, branches, columns, order, after, limit, offset, lock, valueIndexes } = selection;
  let shape = `${dialect.name}${lock ? ' locked' : ''} ${valueIndexes} `;
  if (branches) for (const each of branches) shape += `merged ${shapeOf(each, values)} `;
  else if (filter) shape += shapeOf(filter, values);
  if (order) for (const term of order) shape += `${term.descending ? '-' : '+'}${term.field}`;
  if (after) {
    shape += ' after ';
    for (const value of after) {
      shape += value === null ? '0' : '1';
      if (value !== null) values.push(value);
    }
  }
  if (offset !== 0) values.push(offset);
  return `${shape} ${limit}${offset === 0 ? '' : ' offset'} ${numberOf(columns)}`;
}

/** The limit is not a slot: a bound limit would make SQLite prepare the statement again for each run. */
function withSlots(selection: Selection): Compilable {
  const next = { index: 0 };
  return {
    ...selection,
    ...(selection.branches
      ? { branches: selection.branches.map((each) => slotted(each, next)) }
      : { filter: selection.filter && slotted(selection.filter, next) }),
    after: selection.after?.map((value) => (value === null ? null : new Slot(next.index++, value))),
    offset: selection.offset === 0 ? 0 : new Slot(next.index++, selection.offset),
  };
}

const numbers = new WeakMap<readonly string[], number>();
let listsOfColumns = 0;

/** Returns a number for a list of columns instead of its long text: most reads use the same few lists. */
function numberOf(columns: readonly string[]): number {
  let number = numbers.get(columns);
  if (number === undefined) numbers.set(columns, (number = listsOfColumns += 1));
  return number;
}

function compileSelect(plan: ReadPlan, selection: Compilable, dialect: Dialect): Statement {
  if (!selection.order) return compileRanked(plan, selection, dialect);
  if (selection.branches) return compileMerged(plan, selection, selection.branches, selection.order, dialect);
  const { definition } = plan;
  const { order, after, limit, offset } = selection;
  let query = matching(definition, selection, dialect).select(selection.columns.map((name) => selected(name, plan)));
  if (after) query = query.where(afterRow(order, after, definition.fields, dialect));
  for (const term of order) query = query.orderBy(orderExpression(term, definition, dialect));
  query = query.limit(sql<number>`${sql.lit(limit)}`);
  if (offset !== 0) query = query.offset(sql<number>`${offset}`);
  if (selection.lock && dialect.locksRows) query = query.forUpdate();
  return query.compile();
}

/** Finds the first rows of each branch by its index, merges them, and reads only those of the page in full. */
function compileMerged(
  plan: ReadPlan,
  { columns, after, limit, offset, valueIndexes }: Compilable,
  branches: readonly Filter[],
  order: readonly OrderTerm[],
  dialect: Dialect,
): Statement {
  const { definition } = plan;
  const { key } = definition;
  const ordered = sql.join(order.map((term) => orderExpression(term, definition, dialect)));
  const needed = [...new Set([key, ...order.map(({ field }) => field)])];
  // The offset applies to the merged rows: all rows before the page may come from one branch.
  const most = offset === 0 ? sql<number>`${sql.lit(limit)}` : sql<number>`${sql.lit(limit)} + ${offset}`;
  const found = branches.map((filter) => {
    let query = matching(definition, { filter, search: undefined, valueIndexes }, dialect).select(needed);
    if (after) query = query.where(afterRow(order, after, definition.fields, dialect));
    for (const term of order) query = query.orderBy(orderExpression(term, definition, dialect));
    return sql`select * from ${query.limit(most)} as _branch`;
  });
  const skipped = offset === 0 ? sql`` : sql` offset ${offset}`;
  const page = sql`select ${sql.ref(key)} from (${sql.join(found, sql` union all `)}) as _merged order by ${ordered} limit ${sql.lit(limit)}${skipped}`;
  return sql`select ${sql.join(columns.map((name) => selected(name, plan)))} from ${sql.table(definition.table)}
    where ${sql.ref(key)} in (${page}) order by ${ordered}`.compile(dialect.builder);
}

/** A column, or a check whether another table has rows of the record. */
function selected(name: string, { definition, presence }: ReadPlan) {
  const related = Object.hasOwn(presence, name) ? presence[name] : undefined;
  if (!related) return sql.ref(name).as(name);
  const key = sql.ref(`${definition.table}.${definition.key}`);
  const { table, column, nonZero } = related;
  const counted = nonZero === undefined ? sql`` : sql` and ${sql.ref(`${table}.${nonZero}`)} <> 0`;
  return sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${key}${counted})`.as(name);
}

/** The page is found by rank first and then read: ranked rows that are not on the page are never read completely. */
function compileRanked(plan: ReadPlan, selection: Compilable, dialect: Dialect): Statement {
  const { definition } = plan;
  const { search = [], filter, limit, offset, columns, valueIndexes, covered, isAny, withRank = false } = selection;
  const { table, key } = definition;
  const hits = dialect.searchRanked({
    table,
    key,
    terms: search,
    isCovered: covered !== undefined,
    isAny,
    filter: filter && compileFilter(filter, { ...definition, valueIndexes, covered }, dialect),
  });
  const page = sql`select _hit, _rank, _key from (${hits.rows}) as _ranked order by _rank, _key limit ${sql.lit(limit)} offset ${offset}`;
  const rank = withRank ? sql`, _page._rank as _rank` : sql``;
  return sql`select ${sql.join(columns.map((name) => selected(name, plan)))}${rank} from (${page}) as _page
    join ${sql.table(table)} on ${sql.ref(hits.column)} = _page._hit order by _page._rank, _page._key`.compile(dialect.builder);
}

function matching(definition: ObjectDefinition, { filter, search, valueIndexes, manyHits = false }: Matching, dialect: Dialect) {
  let query = dialect.builder.selectFrom(definition.table);
  if (filter) query = query.where(compileFilter(filter, { ...definition, valueIndexes }, dialect));
  if (search) query = query.where(dialect.searchMatches(definition.table, search, manyHits));
  return query;
}

/** Nulls sort first ascending and last descending: SQLite's default, explicit for PostgreSQL if a column is nullable. */
export function orderExpression({ field, descending }: OrderTerm, definition: ObjectDefinition, dialect: Dialect) {
  const column = sql.ref(field);
  const nullable = dialect.name === 'postgres' && definition.fields[field]?.nullable !== false;
  if (descending) return nullable ? sql`${column} desc nulls last` : sql`${column} desc`;
  return nullable ? sql`${column} asc nulls first` : sql`${column} asc`;
}
