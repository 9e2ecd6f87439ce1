import { type RawBuilder, sql } from 'kysely';
import type { Filter } from '../queries/filter.ts';
import type { Dialect, IndexedRows, SearchTerm } from '../storage/dialect.ts';
import { filled } from '../storage/slots.ts';
import type { Statement } from '../storage/statement.ts';
import type { Asked, Facet, Plan } from './asked.ts';
import { indexedRows } from './compile-filter.ts';
import { conditionsOf, findsHits, orderExpression, varies } from './compile-select.ts';
import { requiredConditions, withoutCondition } from './conditions.ts';
import { shapeOf, slotted } from './filter-shape.ts';
import { type PlannedTable, templateOf } from './planned-table.ts';
import { rolesOf, shapeOfAccess } from './roles.ts';

/** The rows to count. */
type Matching = Pick<Asked, 'filter' | 'scope' | 'search'>;

/** Returns the statement that counts the matches. */
export function countStatement(table: PlannedTable, asked: Asked, plan: Plan, dialect: Dialect): Statement {
  const { filter, scope, search } = asked;
  // The terms of a search are part of the statement's text.
  if (search) return { ...compileCount(table, asked, plan, dialect), long: true, varies: true, byIndex: true };
  const values: unknown[] = [];
  let shape = `count ${dialect.name} ${plan.usesValues ? 'values ' : ''}${shapeOfAccess(plan.count)} `;
  if (filter) shape += shapeOf(filter, values);
  if (scope) shape += ` within ${shapeOf(scope, values)}`;
  const template = templateOf(table, shape, () => {
    const next = { index: 0 };
    const slots = { filter: filter && slotted(filter, next), scope: scope && slotted(scope, next), search: undefined };
    return compileCount(table, slots, plan, dialect);
  });
  return { ...filled(template, values), long: true, varies: varies(asked) };
}

/** Returns the statement that counts the matches by the values of a field, the most frequent first. */
export function groupStatement(
  table: PlannedTable,
  asked: Matching & { readonly by: string; readonly limit: number },
  plan: Plan,
  dialect: Dialect,
): Statement {
  const column = sql.ref(asked.by);
  const order = sql`count(*) desc, ${orderExpression({ field: asked.by, descending: false }, table, dialect)}`;
  const statement = sql`select ${column} as "value", count(*) as "count" ${fromMatching(table, asked, plan, dialect)}
    group by ${column} order by ${order} limit ${sql.lit(asked.limit)}`.compile(dialect.builder);
  return { ...statement, repeatable: true, long: true, varies: true };
}

/** Returns the statement that counts the newest hits by a field, the most frequent values first; hits without a value are left out. */
export function facetStatement(
  table: PlannedTable,
  matched: Matching,
  { field, kind, newest, values }: Facet,
  plan: Plan,
  dialect: Dialect,
): Statement {
  const own = sql.ref(`${table.table}.${dialect.rows?.column ?? table.key}`);
  const column = sql.ref(`${table.table}.${field}`);
  const isSqlite = dialect.name === 'sqlite';
  const matching = fromMatching(table, matched, plan, dialect);
  // PostgreSQL answers a subquery with an offset by itself: all hits are found first, and not in the order of the rows.
  const found = isSqlite || plan.search === 'check' ? sql`` : sql` offset 0`;
  const limited = sql`desc limit ${sql.lit(newest)}`;
  // SQLite finds the hits in an index without the column; PostgreSQL has read their rows.
  const hits = isSqlite
    ? sql`(select ${own} as _hit ${matching} order by ${own} ${limited}) as _hits cross join ${sql.table(table.table)} on ${own} = _hits._hit`
    : sql`(select ${column} from (select ${own} as _hit, ${column} ${matching}${found}) as ${sql.table(table.table)} order by _hit ${limited}) as ${sql.table(table.table)}`;
  const each = isSqlite
    ? sql`, json_each(${column}) as _each`
    : sql` cross join lateral jsonb_array_elements_text(${column}) as _each(value)`;
  const year = isSqlite ? sql`substr(${column}, 1, 4)` : sql`to_char(${column} at time zone 'UTC', 'YYYY')`;
  const value = kind === 'item' ? sql`_each.value` : kind === 'year' ? year : column;
  const statement = sql`select ${value} as "value", count(*) as "count" from ${hits}${kind === 'item' ? each : sql``}
    where ${column} is not null group by 1 order by 2 desc, 1 limit ${sql.lit(values)}`.compile(dialect.builder);
  return { ...statement, repeatable: true, long: true, varies: true, byIndex: findsHits(matched.search) };
}

function compileCount(table: PlannedTable, matched: Matching, plan: Plan, dialect: Dialect): Statement {
  return sql`select count(*) as "count" ${fromMatching(table, matched, plan, dialect)}`.compile(dialect.builder);
}

/** The table and the conditions of a count. */
function fromMatching(table: PlannedTable, matched: Matching, plan: Plan, dialect: Dialect): RawBuilder<unknown> {
  if (plan.count.kind === 'covering' && dialect.rows) return fromCovering(table, matched, plan, dialect, dialect.rows);
  return sql`from ${sql.table(table.table)}${whereMatching(table, matched, plan, dialect)}`;
}

/**
 * The rows that one index finds, joined with the index by row: SQLite would otherwise copy their numbers into a list first, which takes as
 * long as the rest.
 */
function fromCovering(table: PlannedTable, matched: Matching, plan: Plan, dialect: Dialect, indexes: IndexedRows): RawBuilder<unknown> {
  const covering = indexes.fromCovering(table.table);
  const found = foundFirst(table, matched, plan, dialect, indexes);
  if (!found) return sql`from ${covering}${whereMatching(table, matched, plan, dialect)}`;
  const row = sql.ref(`${table.table}.${indexes.column}`);
  const rest = whereMatching(table, { ...matched, ...found.rest }, plan, dialect);
  return sql`from (${found.rows}) as _found cross join ${covering} on ${row} = _found._hit${rest}`;
}

interface FoundFirst {
  /** A query of the distinct numbers of rows, named `_hit`. */
  readonly rows: RawBuilder<unknown>;
  /** What remains to be compared. */
  readonly rest: { readonly filter?: Filter | undefined; readonly search?: readonly SearchTerm[] | undefined };
}

/** Returns the rows that a search or a value index finds, if every match is among them. */
function foundFirst(
  table: PlannedTable,
  { filter, search }: Matching,
  plan: Plan,
  dialect: Dialect,
  indexes: IndexedRows,
): FoundFirst | undefined {
  if (search?.some(({ negated }) => !negated)) {
    return { rows: indexes.ofSearch(table.table, search), rest: { search: undefined } };
  }
  const source = { ...table, roles: rolesOf(plan.count, 'asked', plan.usesValues) };
  for (const condition of requiredConditions(filter)) {
    const rows = indexedRows(condition, source, dialect);
    if (rows) return { rows, rest: { filter: filter && withoutCondition(filter, condition) } };
  }
  return undefined;
}

function whereMatching(table: PlannedTable, { filter, scope, search }: Matching, plan: Plan, dialect: Dialect): RawBuilder<unknown> {
  const conditions = [
    ...conditionsOf(table, { filter, scope }, plan.count, plan.usesValues, dialect),
    ...(search ? [dialect.searchMatches(table, search)] : []),
  ];
  return conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`;
}
