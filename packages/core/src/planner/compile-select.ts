import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Filter } from '../queries/filter.ts';
import type { OrderTerm } from '../queries/order.ts';
import type { Dialect } from '../storage/dialect.ts';
import { filled, Slot } from '../storage/slots.ts';
import type { Statement } from '../storage/statement.ts';
import type { Access, Asked, Plan } from './asked.ts';
import { compileFilter } from './compile-filter.ts';
import { COUNTED, requiredConditions } from './conditions.ts';
import { shapeOf, slotted } from './filter-shape.ts';
import { afterRow } from './keyset.ts';
import { FAR } from './plan.ts';
import { type PlannedTable, templateOf } from './planned-table.ts';
import { rolesOf, shapeOfAccess } from './roles.ts';

/** What is compiled: with values, or with slots for them. */
type Compilable = Omit<Asked, 'offset'> & { readonly offset: number | Slot; readonly isFar: boolean };

/** Returns the statement of a page. Reads of the same shape are compiled once; only their values differ. */
export function selectStatement(table: PlannedTable, asked: Asked, plan: Plan, dialect: Dialect): Statement {
  const statement = whole(table, asked, plan, dialect);
  const { rows, isLong } = plan;
  // If few entries were found, no more rows are read; a search reads all its hits.
  return {
    ...statement,
    byIndex: !asked.order && findsHits(asked.search),
    long: isLong && (asked.search !== undefined || rows.kind !== 'few' || !rows.values),
    varies: isLong && varies(asked),
  };
}

/** Whether the number of matches depends on the values that are asked for: of a rare word and a frequent one, of a tag, of a date. */
export function varies({ filter, search }: Pick<Asked, 'filter' | 'search'>): boolean {
  return search !== undefined || requiredConditions(filter).some(({ operator }) => COUNTED.has(operator));
}

/** Whether the index of a search finds the rows: one that only excludes words is no such search. */
export function findsHits(search: Asked['search']): boolean {
  return search?.some(({ negated }) => !negated) ?? false;
}

function whole(table: PlannedTable, asked: Asked, plan: Plan, dialect: Dialect): Statement {
  const isFar = asked.offset > FAR;
  // The terms of a search are part of the statement's text.
  if (asked.search) return compileSelect(table, { ...asked, isFar }, plan, dialect);
  const values: unknown[] = [];
  const shape = shapeOfSelect(asked, plan, values);
  const template = templateOf(table, `${dialect.name} ${shape}`, () => {
    const next = { index: 0 };
    const { rows } = plan;
    const branches = rows.kind === 'merge' ? rows.branches.map((each) => slotted(each, next)) : undefined;
    const slots = withSlots(asked, next, branches !== undefined);
    return compileSelect(table, slots, branches && rows.kind === 'merge' ? { ...plan, rows: { ...rows, branches } } : plan, dialect);
  });
  return filled(template, values);
}

/** Returns the shape, and adds the values in the order in which the slots are numbered. */
function shapeOfSelect({ filter, scope, columns, order, after, limit, offset, lock }: Asked, plan: Plan, values: unknown[]): string {
  const { rows, usesValues } = plan;
  let shape = `${lock ? 'locked ' : ''}${usesValues ? 'values ' : ''}${shapeOfAccess(rows)} `;
  if (rows.kind === 'merge') for (const each of rows.branches) shape += `${shapeOf(each, values)} or `;
  else if (filter) shape += shapeOf(filter, values);
  if (scope) shape += ` within ${shapeOf(scope, values)}`;
  for (const term of order ?? []) shape += `${term.descending ? '-' : '+'}${term.field}`;
  if (after) {
    shape += ' after ';
    for (const value of after) {
      shape += value === null ? '0' : '1';
      if (value !== null) values.push(value);
    }
  }
  if (offset !== 0) values.push(offset);
  return `${shape} ${limit}${offset === 0 ? '' : offset > FAR ? ' far' : ' offset'} ${numberOf(columns)}`;
}

/** The limit is not a slot: a bound limit would make SQLite prepare the statement again for each run. */
function withSlots(asked: Asked, next: { index: number }, isMerged: boolean): Compilable {
  return {
    ...asked,
    filter: isMerged ? undefined : asked.filter && slotted(asked.filter, next),
    scope: asked.scope && slotted(asked.scope, next),
    after: asked.after?.map((value) => (value === null ? null : new Slot(next.index++, value))),
    offset: asked.offset === 0 ? 0 : new Slot(next.index++, asked.offset),
    isFar: asked.offset > FAR,
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

function compileSelect(table: PlannedTable, asked: Compilable, plan: Plan, dialect: Dialect): Statement {
  const { order, limit, offset, lock } = asked;
  const { rows } = plan;
  if (!order) return compileRanked(table, asked, plan, dialect);
  if (rows.kind === 'merge') return compileFirst(table, asked, { order, filters: rows.branches }, plan, dialect);
  if (asked.isFar) return compileFirst(table, asked, { order, filters: [asked.filter] }, plan, dialect);
  let query = ordered(table, asked, { order, filter: asked.filter }, plan, dialect)
    .select(asked.columns.map((name) => selected(name, table)))
    .limit(sql<number>`${sql.lit(limit)}`);
  if (offset !== 0) query = query.offset(sql<number>`${offset}`);
  if (lock && dialect.locksRows) query = query.forUpdate();
  return query.compile();
}

interface Part<F> {
  readonly order: readonly OrderTerm[];
  readonly filter: F;
}

/**
 * Finds the keys of the page first, and reads only its rows in full: those of several filters are merged, and the rows before a page far in are
 * passed over in an index.
 */
function compileFirst(
  table: PlannedTable,
  asked: Compilable,
  { order, filters }: { readonly order: readonly OrderTerm[]; readonly filters: readonly (Filter | undefined)[] },
  plan: Plan,
  dialect: Dialect,
): Statement {
  const { columns, limit, offset } = asked;
  const key = sql.ref(table.key);
  const by = sql.join(order.map((term) => orderExpression(term, table, dialect)));
  const needed = [...new Set([table.key, ...order.map(({ field }) => field)])];
  // The offset applies to the merged rows: all rows before the page may come from one filter.
  const most = offset === 0 ? sql<number>`${sql.lit(limit)}` : sql<number>`${sql.lit(limit)} + ${offset}`;
  const found = filters.map((filter) => {
    const query = ordered(table, asked, { order, filter }, plan, dialect).select(needed).limit(most);
    return sql`select * from ${query} as _branch`;
  });
  const skipped = offset === 0 ? sql`` : sql` offset ${offset}`;
  const page = sql`select ${key} from (${sql.join(found, sql` union all `)}) as _merged order by ${by} limit ${sql.lit(limit)}${skipped}`;
  return sql`select ${sql.join(columns.map((name) => selected(name, table)))} from ${sql.table(table.table)}
    where ${key} in (${page}) order by ${by}`.compile(dialect.builder);
}

/** The rows that match, in their order, after those of the page before. */
function ordered(
  table: PlannedTable,
  { scope, search, after }: Compilable,
  { order, filter }: Part<Filter | undefined>,
  plan: Plan,
  dialect: Dialect,
) {
  let query = dialect.builder.selectFrom(table.table);
  for (const condition of conditionsOf(table, { filter, scope }, plan.rows, plan.usesValues, dialect)) query = query.where(condition);
  if (search) query = query.where(dialect.searchMatches(table, search, plan.search));
  if (after) query = query.where(afterRow(order, after, table.fields, dialect));
  // The few rows that were found are sorted; SQLite would rather read all rows in an index of the order, if it expects more.
  const columnOf = (name: string): RawBuilder<unknown> => (plan.rows.kind === 'few' ? dialect.unindexed(name) : sql.ref(name));
  for (const term of order) query = query.orderBy(orderExpression(term, table, dialect, columnOf));
  return query;
}

/** The compiled conditions of what may be seen and of what was asked for. */
export function conditionsOf(
  table: PlannedTable,
  { filter, scope }: Pick<Asked, 'filter' | 'scope'>,
  access: Access,
  usesValues: boolean,
  dialect: Dialect,
): Expression<SqlBool>[] {
  return [
    ...(scope ? [compileFilter(scope, { ...table, roles: rolesOf(access, 'scope', usesValues) }, dialect)] : []),
    ...(filter ? [compileFilter(filter, { ...table, roles: rolesOf(access, 'asked', usesValues) }, dialect)] : []),
  ];
}

/** A column, or a check whether another table has rows of the record. */
function selected(name: string, { table: own, key: ownKey, presence }: PlannedTable) {
  const related = Object.hasOwn(presence, name) ? presence[name] : undefined;
  if (!related) return sql.ref(name).as(name);
  const key = sql.ref(`${own}.${ownKey}`);
  const { table, column, nonZero } = related;
  const counted = nonZero === undefined ? sql`` : sql` and ${sql.ref(`${table}.${nonZero}`)} <> 0`;
  return sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${key}${counted})`.as(name);
}

/** The page is found by rank first and then read: ranked rows that are not on the page are never read completely. */
function compileRanked(table: PlannedTable, asked: Compilable, { rows, search: use, usesValues }: Plan, dialect: Dialect): Statement {
  const { search = [], isAny, withRank = false, filter, scope, limit, offset, columns } = asked;
  const conditions = conditionsOf(table, { filter, scope }, rows, usesValues, dialect);
  const hits = dialect.searchRanked({
    table: table.table,
    key: table.key,
    terms: search,
    isCovered: rows.kind === 'covering',
    isAny,
    use,
    filter: conditions.length > 0 ? sql<SqlBool>`${sql.join(conditions, sql` and `)}` : undefined,
  });
  const page = sql`select _hit, _rank, _key from (${hits.rows}) as _ranked order by _rank, _key limit ${sql.lit(limit)} offset ${offset}`;
  return sql`select ${sql.join(columns.map((name) => selected(name, table)))}${withRank ? sql`, _page._rank as _rank` : sql``} from (${page}) as _page
    join ${sql.table(table.table)} on ${sql.ref(hits.column)} = _page._hit order by _page._rank, _page._key`.compile(dialect.builder);
}

/** Nulls sort first ascending and last descending: SQLite's default, explicit for PostgreSQL if a column is nullable. */
export function orderExpression(
  { field, descending }: OrderTerm,
  { fields }: Pick<PlannedTable, 'fields'>,
  dialect: Dialect,
  columnOf: (name: string) => RawBuilder<unknown> = (name) => sql.ref(name),
): RawBuilder<unknown> {
  const column = columnOf(field);
  const nullable = dialect.name === 'postgres' && fields[field]?.nullable !== false;
  if (descending) return nullable ? sql`${column} desc nulls last` : sql`${column} desc`;
  return nullable ? sql`${column} asc nulls first` : sql`${column} asc`;
}
