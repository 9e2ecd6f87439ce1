import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Fields } from '../fields/field.ts';
import type { Dialect } from '../storage/dialect.ts';
import type { Condition, Filter, Operator } from './filter.ts';
import type { ScalarType, Slot } from './slots.ts';

const COMPARISONS: Partial<Record<Operator, RawBuilder<unknown>>> = {
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
};

/**
 * Puts a shaped filter into SQL: names come from the definition, values are slots, which become parameters.
 * `ne` and `nin` include rows without a value, so that each is the exact complement of `eq` and `in`.
 */
export function compileFilter(filter: Filter, fields: Fields, dialect: Dialect): Expression<SqlBool> {
  switch (filter.kind) {
    case 'condition':
      return compileCondition(filter.condition, fields, dialect);
    case 'not':
      return sql<SqlBool>`not (${complete(compileFilter(filter.filter, fields, dialect))})`;
    case 'all':
      return joined(filter.filters, fields, dialect, sql` and `, sql<SqlBool>`1 = 1`);
    case 'any':
      return joined(filter.filters, fields, dialect, sql` or `, sql<SqlBool>`1 = 0`);
  }
}

/** Unknown counts as false, so that `not` turns it into true: two-valued logic, as people expect of a filter. */
function complete(expression: Expression<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(${expression}, false)`;
}

function joined(
  filters: readonly Filter[],
  fields: Fields,
  dialect: Dialect,
  by: RawBuilder<unknown>,
  empty: RawBuilder<SqlBool>,
): Expression<SqlBool> {
  if (filters.length === 0) return empty;
  return sql<SqlBool>`(${sql.join(
    filters.map((each) => compileFilter(each, fields, dialect)),
    by,
  )})`;
}

function compileCondition({ field: name, operator, value }: Condition, fields: Fields, dialect: Dialect): Expression<SqlBool> {
  const [column = '', ...path] = name.split('.');
  if (fields[column]?.kind === 'list') return compileList(column, operator, value, dialect);
  const operandLike: OperandLike = (type) => (path.length > 0 ? dialect.jsonAt(column, path, type) : sql.ref(column));
  const present = operandLike('null');
  if (operator === 'null') return value ? sql<SqlBool>`${present} is null` : sql<SqlBool>`${present} is not null`;
  if (operator === 'in') return compileIn(value as readonly (Slot | null)[], operandLike);
  if (operator === 'nin') return sql<SqlBool>`not coalesce(${compileIn(value as readonly (Slot | null)[], operandLike)}, false)`;
  if (value === null) return operator === 'eq' ? sql<SqlBool>`${present} is null` : sql<SqlBool>`${present} is not null`;
  const slot = value as Slot;
  const operand = operandLike(slot.type);
  switch (operator) {
    case 'eq':
      return sql<SqlBool>`${operand} = ${slot}`;
    case 'ne':
      return sql<SqlBool>`(${operand} <> ${slot} or ${operand} is null)`;
    case 'like':
      return dialect.matchesPattern(operand, slot);
    default:
      return sql<SqlBool>`${operand} ${COMPARISONS[operator]} ${slot}`;
  }
}

type OperandLike = (type: ScalarType) => RawBuilder<unknown>;

function compileIn(values: readonly (Slot | null)[], operandLike: OperandLike): RawBuilder<SqlBool> {
  const alternatives: RawBuilder<SqlBool>[] = [];
  if (values.includes(null)) alternatives.push(sql<SqlBool>`${operandLike('null')} is null`);
  for (const type of ['string', 'number', 'boolean'] as const) {
    const same = values.filter((value) => value?.type === type);
    if (same.length > 0) alternatives.push(sql<SqlBool>`${operandLike(type)} in (${sql.join(same)})`);
  }
  return alternatives.length === 0 ? sql<SqlBool>`(1 = 0)` : sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
}

/** On a list, `eq` is *contains* and `in` *contains any of*. */
function compileList(column: string, operator: Operator, value: unknown, dialect: Dialect): Expression<SqlBool> {
  const contains = (each: unknown): RawBuilder<SqlBool> => (each === null ? sql<SqlBool>`(1 = 0)` : dialect.listContains(column, each));
  const containsAny = (values: readonly unknown[]): RawBuilder<SqlBool> =>
    values.length === 0 ? sql<SqlBool>`(1 = 0)` : sql<SqlBool>`(${sql.join(values.map(contains), sql` or `)})`;
  switch (operator) {
    case 'ne':
      return sql<SqlBool>`not ${contains(value)}`;
    case 'in':
      return containsAny(value as unknown[]);
    case 'nin':
      return sql<SqlBool>`not ${containsAny(value as unknown[])}`;
    case 'null':
      return value ? sql<SqlBool>`${sql.ref(column)} is null` : sql<SqlBool>`${sql.ref(column)} is not null`;
    default:
      return contains(value);
  }
}
