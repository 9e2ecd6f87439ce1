import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Fields } from '../fields/field.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { OrderTerm } from '../queries/order.ts';
import { placed } from '../storage/slots.ts';

/**
 * Returns the filter of the rows after a given one in an order: keyset paging, whose cost does not grow with the page number. Nulls sort
 * first ascending and last descending, as `orderBy` sorts them on both databases.
 */
export function afterRow(order: readonly OrderTerm[], values: readonly unknown[], fields: Fields, dialect: Dialect): Expression<SqlBool> {
  const encoded = order.map(({ field }, index) => {
    const kind = fields[field]?.kind ?? 'text';
    return placed(values[index] ?? null, (value) => dialect.encode(kind, value));
  });
  if (comparesAsTuple(order, fields)) {
    const columns = sql.join(order.map(({ field }) => sql.ref(field)));
    const comparison = order[0]?.descending ? sql`<` : sql`>`;
    return sql<SqlBool>`(${columns}) ${comparison} (${sql.join(encoded)})`;
  }
  const alternatives = order.map((term, index) => {
    const ties = order.slice(0, index).map(({ field }, at) => sameValue(field, encoded[at]));
    return sql<SqlBool>`(${sql.join([...ties, strictlyAfter(term, encoded[index], fields)], sql` and `)})`;
  });
  return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
}

/** With one direction and no nulls both databases can start in an index at exactly that row. */
function comparesAsTuple(order: readonly OrderTerm[], fields: Fields): boolean {
  return order.every(({ field, descending }) => descending === order[0]?.descending && fields[field]?.nullable === false);
}

function sameValue(field: string, value: unknown): RawBuilder<SqlBool> {
  return value === null ? sql<SqlBool>`${sql.ref(field)} is null` : sql<SqlBool>`${sql.ref(field)} = ${value}`;
}

function strictlyAfter({ field, descending }: OrderTerm, value: unknown, fields: Fields): RawBuilder<SqlBool> {
  const column = sql.ref(field);
  if (value === null) return descending ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${column} is not null`;
  if (!descending) return sql<SqlBool>`${column} > ${value}`;
  return fields[field]?.nullable === false ? sql<SqlBool>`${column} < ${value}` : sql<SqlBool>`(${column} < ${value} or ${column} is null)`;
}
