import { sql } from 'kysely';
import { compileFilter } from '../queries/compile-filter.ts';
import type { Filter } from '../queries/filter.ts';
import { afterRow } from '../queries/keyset.ts';
import type { OrderTerm } from '../queries/order.ts';
import { filled, shapeOf, Slot, slotted } from '../queries/slots.ts';
import type { Dialect, SearchTerm } from '../storage/dialect.ts';
import type { Statement } from '../storage/database.ts';
import type { ObjectDefinition } from './definition.ts';
import type { ReadPlan } from './read-plan.ts';

/** A read, ready to be put into SQL: everything in it is checked. */
export interface Selection {
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

/** A selection to be compiled: of values, or of slots for them. */
type Compilable = Omit<Selection, 'limit' | 'offset'> & { readonly limit: number | Slot; readonly offset: number | Slot };

type Matching = Pick<Selection, 'filter' | 'search'>;

/** The statement of a read. Reads of the same shape are compiled once; only their values differ. */
export function selectStatement(plan: ReadPlan, selection: Selection, dialect: Dialect): Statement {
  const { definition } = plan;
  // What a search looks for is part of its text.
  if (selection.search) return compileSelect(definition, selection, dialect);
  const values: unknown[] = [];
  const shape = selectShape(selection, dialect, values);
  const template = plan.statement(shape, () => compileSelect(definition, withSlots(selection), dialect));
  return filled(template, values);
}

/** The statement that counts what matches. */
export function countStatement(plan: ReadPlan, { filter, search }: Matching, dialect: Dialect): Statement {
  const { definition } = plan;
  if (search) return compileCount(definition, { filter, search }, dialect);
  const values: unknown[] = [];
  const shape = `count ${dialect.name} ${filter ? shapeOf(filter, values) : ''}`;
  const template = plan.statement(shape, () =>
    compileCount(definition, { filter: filter && slotted(filter, { index: 0 }), search }, dialect),
  );
  return filled(template, values);
}

/** The shape, with the values in the order in which `withSlots` numbers them. */
function selectShape(selection: Selection, dialect: Dialect, values: unknown[]): string {
  const { filter, columns, order, after, limit, offset, lock } = selection;
  let shape = `${dialect.name}${lock ? ' locked' : ''} ${filter ? shapeOf(filter, values) : ''}`;
  if (order) for (const term of order) shape += `${term.descending ? '-' : '+'}${term.field}`;
  if (after) {
    shape += ' after ';
    for (const value of after) {
      shape += value === null ? '0' : '1';
      if (value !== null) values.push(value);
    }
  }
  values.push(limit, offset);
  return `${shape}${offset === 0 ? '' : ' offset'} ${numberOf(columns)}`;
}

function withSlots(selection: Selection): Compilable {
  const next = { index: 0 };
  return {
    ...selection,
    filter: selection.filter && slotted(selection.filter, next),
    after: selection.after?.map((value) => (value === null ? null : new Slot(next.index++, value))),
    limit: new Slot(next.index++, selection.limit),
    offset: selection.offset === 0 ? 0 : new Slot(next.index++, selection.offset),
  };
}

const numbers = new WeakMap<readonly string[], number>();
let listsOfColumns = 0;

/** A number for a list of columns, in place of its long text: most reads are for the same few lists. */
function numberOf(columns: readonly string[]): number {
  let number = numbers.get(columns);
  if (number === undefined) numbers.set(columns, (number = listsOfColumns += 1));
  return number;
}

function compileSelect(definition: ObjectDefinition, selection: Compilable, dialect: Dialect): Statement {
  const { order, after, limit, offset } = selection;
  let query = matching(definition, selection, dialect).select([...selection.columns]);
  if (order && after) query = query.where(afterRow(order, after, definition.fields, dialect));
  if (order) for (const term of order) query = query.orderBy(orderExpression(term, definition, dialect));
  else if (selection.search) query = query.orderBy(dialect.search(definition.table, selection.search).rank).orderBy(definition.key);
  query = query.limit(sql<number>`${limit}`);
  if (offset !== 0) query = query.offset(sql<number>`${offset}`);
  if (selection.lock && dialect.locksRows) query = query.forUpdate();
  return query.compile();
}

function compileCount(definition: ObjectDefinition, matchingRows: Matching, dialect: Dialect): Statement {
  return matching(definition, matchingRows, dialect)
    .select(sql<number>`count(*)`.as('count'))
    .compile();
}

function matching(definition: ObjectDefinition, { filter, search }: Matching, dialect: Dialect) {
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
