import { sql } from 'kysely';
import { compileFilter } from '../queries/compile-filter.ts';
import type { Filter } from '../queries/filter.ts';
import { afterRow } from '../queries/keyset.ts';
import type { OrderTerm } from '../queries/order.ts';
import { shapeFilter } from '../queries/shape-filter.ts';
import { type Slot, Slots } from '../queries/slots.ts';
import type { Statement } from '../storage/database.ts';
import type { Dialect, SearchTerm } from '../storage/dialect.ts';
import type { ObjectDefinition } from './definition.ts';
import { StatementCache } from './statement-cache.ts';

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

const statements = new StatementCache();

/** The statement of a read. Reads of one shape are compiled once; a search is part of the shape, so it is compiled anew. */
export function selectStatement(selection: Selection, dialect: Dialect): Statement {
  const { definition, order, search, lock } = selection;
  const slots = new Slots();
  const filter = selection.filter && shapeFilter(selection.filter, definition.fields, dialect, slots);
  const after = order && selection.after && placeSlots(order, selection.after, definition, dialect, slots);
  const limit = slots.take(0, selection.limit);
  const offset = selection.offset > 0 ? slots.take(0, selection.offset) : undefined;
  const compile = (): Statement => {
    let query = matching({ definition, filter: filter?.filter, search }, dialect).select([...selection.columns]);
    if (order && after) query = query.where(afterRow(order, after, definition.fields));
    if (order) for (const term of order) query = query.orderBy(orderExpression(term, definition, dialect));
    else if (search) query = query.orderBy(dialect.search(definition.table, search).rank).orderBy(definition.key);
    query = query.limit(sql<number>`${limit}`);
    if (offset) query = query.offset(sql<number>`${offset}`);
    if (lock && dialect.locksRows) query = query.forUpdate();
    return query.compile();
  };
  if (search) return filled(compile(), slots);
  const terms = order?.map((term) => `${term.descending ? '-' : ''}${term.field}`).join() ?? '';
  const place = after?.map((slot) => (slot === null ? 'n' : 'v')).join('') ?? '';
  const shape = [selection.columns.join(), filter?.shape ?? '', terms, place, offset ? 'o' : '', lock ? 'l' : ''].join('|');
  return filled(statements.get(dialect, definition, shape, compile), slots);
}

/** The statement that counts what matches. */
export function countStatement({ definition, filter, search }: Matching, dialect: Dialect): Statement {
  const slots = new Slots();
  const shaped = filter && shapeFilter(filter, definition.fields, dialect, slots);
  const compile = (): Statement =>
    matching({ definition, filter: shaped?.filter, search }, dialect)
      .select(sql<number>`count(*)`.as('count'))
      .compile();
  return filled(search ? compile() : statements.get(dialect, definition, `count|${shaped?.shape ?? ''}`, compile), slots);
}

function filled(statement: Statement, slots: Slots): Statement {
  return { sql: statement.sql, parameters: slots.fill(statement.parameters), repeatable: true };
}

function placeSlots(
  order: readonly OrderTerm[],
  values: readonly unknown[],
  definition: ObjectDefinition,
  dialect: Dialect,
  slots: Slots,
): (Slot | null)[] {
  return order.map(({ field }, index) => {
    const value = values[index] ?? null;
    return value === null ? null : slots.take(value, dialect.encode(definition.fields[field]?.kind ?? 'text', value));
  });
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
