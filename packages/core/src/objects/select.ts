import { sql } from 'kysely';
import { compileFilter } from '../queries/compile-filter.ts';
import type { Filter } from '../queries/filter.ts';
import { afterRow } from '../queries/keyset.ts';
import type { OrderTerm } from '../queries/order.ts';
import type { Dialect, SearchTerm } from '../storage/dialect.ts';
import type { Statement } from '../storage/database.ts';
import type { ObjectDefinition } from './definition.ts';

/** A read, ready to be put into SQL: everything in it is checked. */
export interface Selection {
  readonly definition: ObjectDefinition;
  readonly filter: Filter | undefined;
  readonly search: readonly SearchTerm[] | undefined;
  readonly columns: readonly string[];
  /** Undefined orders by rank. */
  readonly order: readonly OrderTerm[] | undefined;
  readonly after: readonly unknown[] | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly lock: boolean;
}

type Matching = Pick<Selection, 'definition' | 'filter' | 'search'>;

export function selectStatement(selection: Selection, dialect: Dialect): Statement {
  const { definition, order, after } = selection;
  let query = matching(selection, dialect).select([...selection.columns]);
  if (order && after) query = query.where(afterRow(order, after, definition.fields, dialect));
  if (order) for (const term of order) query = query.orderBy(orderExpression(term, definition, dialect));
  else if (selection.search) query = query.orderBy(dialect.search(definition.table, selection.search).rank).orderBy(definition.key);
  query = query.limit(selection.limit);
  if (selection.offset > 0) query = query.offset(selection.offset);
  if (selection.lock && dialect.locksRows) query = query.forUpdate();
  return query.compile();
}

export function countStatement(matchingRows: Matching, dialect: Dialect): Statement {
  return matching(matchingRows, dialect)
    .select(sql<number>`count(*)`.as('count'))
    .compile();
}

function matching({ definition, filter, search }: Matching, dialect: Dialect) {
  let query = dialect.builder.selectFrom(definition.table);
  if (filter) query = query.where(compileFilter(filter, definition.fields, dialect));
  if (search) query = query.where(dialect.search(definition.table, search).matches);
  return query;
}

/** Nulls first ascending and last descending: what SQLite does, said aloud for PostgreSQL where a column has nulls. */
function orderExpression({ field, descending }: OrderTerm, definition: ObjectDefinition, dialect: Dialect) {
  const column = sql.ref(field);
  const nullable = dialect.name === 'postgres' && definition.fields[field]?.nullable !== false;
  if (descending) return nullable ? sql`${column} desc nulls last` : sql`${column} desc`;
  return nullable ? sql`${column} asc nulls first` : sql`${column} asc`;
}
