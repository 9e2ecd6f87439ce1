import { type RawBuilder, sql } from 'kysely';
import { compileFilter, indexedRows } from '../queries/compile-filter.ts';
import { requiredConditions, withoutCondition } from '../queries/conditions.ts';
import type { Filter } from '../queries/filter.ts';
import { filled } from '../storage/slots.ts';
import { shapeOf, slotted } from '../queries/filter-shape.ts';
import type { Statement } from '../storage/statement.ts';
import type { Dialect, IndexedRows, SearchTerm } from '../storage/dialect.ts';
import type { FacetKind } from './query.ts';
import type { ObjectDefinition } from './definition.ts';
import type { ReadPlan } from './read-plan.ts';
import { orderExpression, type Selection } from './select.ts';

/** The rows to count. */
type Matching = Pick<Selection, 'filter' | 'search' | 'valueIndexes' | 'covered'>;

/** Returns the statement that counts the matches. */
export function countStatement(plan: ReadPlan, matched: Matching, dialect: Dialect): Statement {
  const { definition } = plan;
  const { filter, search, valueIndexes, covered } = matched;
  // The terms of a search are part of the statement's text.
  if (search) return compileCount(definition, matched, dialect);
  const values: unknown[] = [];
  const shape = `count ${dialect.name} ${valueIndexes}${covered ? ' covered' : ''} ${filter ? shapeOf(filter, values) : ''}`;
  const template = plan.statement(shape, () =>
    compileCount(definition, { ...matched, filter: filter && slotted(filter, { index: 0 }) }, dialect),
  );
  return filled(template, values);
}

/** Returns the statement that counts the matches by the values of a field, the most frequent first. */
export function groupStatement({ definition }: ReadPlan, field: string, matched: Matching, limit: number, dialect: Dialect): Statement {
  const column = sql.ref(field);
  const order = sql`count(*) desc, ${orderExpression({ field, descending: false }, definition, dialect)}`;
  return sql`select ${column} as "value", count(*) as "count" ${fromMatching(definition, matched, dialect)}
    group by ${column} order by ${order} limit ${sql.lit(limit)}`.compile(dialect.builder);
}

/** Returns the statement that counts the newest hits by a field, the most frequent values first; hits without a value are left out. */
export function facetStatement(
  { definition }: ReadPlan,
  { field, kind, newest, values }: { field: string; kind: FacetKind; newest: number; values: number },
  matched: Matching,
  dialect: Dialect,
): Statement {
  const { table, key } = definition;
  const own = `${table}.${dialect.rows?.column ?? key}`;
  const hits = sql`select ${sql.ref(own)} as _hit ${fromMatching(definition, matched, dialect)} order by ${sql.ref(own)} desc limit ${sql.lit(newest)}`;
  const column = sql.ref(`${table}.${field}`);
  const isSqlite = dialect.name === 'sqlite';
  const each =
    kind === 'item'
      ? isSqlite
        ? sql`, json_each(${column}) as _each`
        : sql` cross join lateral jsonb_array_elements_text(${column}) as _each(value)`
      : sql``;
  const year = isSqlite ? sql`substr(${column}, 1, 4)` : sql`to_char(${column} at time zone 'UTC', 'YYYY')`;
  const value = kind === 'item' ? sql`_each.value` : kind === 'year' ? year : column;
  return sql`select ${value} as "value", count(*) as "count" from (${hits}) as _hits
    ${sql.raw(isSqlite ? 'cross join' : 'join')} ${sql.table(table)} on ${sql.ref(own)} = _hits._hit${each}
    where ${column} is not null group by 1 order by 2 desc, 1 limit ${sql.lit(values)}`.compile(dialect.builder);
}

function compileCount(definition: ObjectDefinition, matched: Matching, dialect: Dialect): Statement {
  return sql`select count(*) as "count" ${fromMatching(definition, matched, dialect)}`.compile(dialect.builder);
}

/** The table and the conditions of a count. */
function fromMatching(definition: ObjectDefinition, matched: Matching, dialect: Dialect): RawBuilder<unknown> {
  if (matched.covered && dialect.rows) return fromCovered(definition, matched, dialect, dialect.rows);
  const from = sql.table(definition.table);
  return sql`from ${from}${whereMatching(definition, matched, dialect)}`;
}

/**
 * The rows that one index finds, joined with the index by row: SQLite would otherwise copy their numbers into a list first, which takes as
 * long as the rest.
 */
function fromCovered(definition: ObjectDefinition, matched: Matching, dialect: Dialect, indexes: IndexedRows): RawBuilder<unknown> {
  const { table } = definition;
  const covering = indexes.fromCovering(table);
  const found = foundFirst(definition, matched, dialect, indexes);
  if (!found) return sql`from ${covering}${whereMatching(definition, matched, dialect)}`;
  const row = sql.ref(`${table}.${indexes.column}`);
  const rest = whereMatching(definition, { ...matched, ...found.rest }, dialect);
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
  definition: ObjectDefinition,
  { filter, search }: Matching,
  dialect: Dialect,
  indexes: IndexedRows,
): FoundFirst | undefined {
  if (search?.some(({ negated }) => !negated)) {
    return { rows: indexes.ofSearch(definition.table, search), rest: { search: undefined } };
  }
  for (const condition of requiredConditions(filter)) {
    const rows = indexedRows(condition, { ...definition, valueIndexes: 'few' }, dialect);
    if (rows) return { rows, rest: { filter: filter && withoutCondition(filter, condition) } };
  }
  return undefined;
}

function whereMatching(
  definition: ObjectDefinition,
  { filter, search, valueIndexes, covered }: Matching,
  dialect: Dialect,
): RawBuilder<unknown> {
  const conditions = [
    ...(filter ? [compileFilter(filter, { ...definition, valueIndexes, covered }, dialect)] : []),
    ...(search ? [dialect.searchMatches(definition.table, search)] : []),
  ];
  return conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`;
}
