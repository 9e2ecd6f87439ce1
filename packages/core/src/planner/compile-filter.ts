import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Fields } from '../fields/field.ts';
import type { Dialect, ValueLookup } from '../storage/dialect.ts';
import type { Condition, Filter, Operator } from '../queries/filter.ts';
import { placed, sampleOf } from '../storage/slots.ts';
import { FREE, type Roles } from './roles.ts';
import { rowColumn } from './row-column.ts';

const COMPARISONS: Partial<Record<Operator, RawBuilder<unknown>>> = {
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
};

/** The rows that a filter is applied to. */
export interface FilterSource {
  readonly table: string;
  readonly key: string;
  readonly fields: Fields;
  readonly roles: Roles;
}

/**
 * Compiles a parsed filter to SQL: names come from the definition, values are always parameters. `ne` and `nin` include rows without a
 * value, so that each is the exact complement of `eq` and `in`.
 */
export function compileFilter(filter: Filter, source: FilterSource, dialect: Dialect): Expression<SqlBool> {
  switch (filter.kind) {
    case 'condition':
      return compileCondition(filter.condition, source, dialect);
    case 'related': {
      const { field, target } = filter;
      // Names inside refer to the inner table's columns, even if a table refers to itself.
      const matches = compileFilter(filter.filter, { ...target, roles: FREE }, dialect);
      if (filter.isPerRow)
        return sql<SqlBool>`exists (select 1 from ${sql.table(target.table)} where ${sql.ref(`${target.table}.${target.key}`)} = ${sql.ref(`${source.table}.${field}`)} and ${matches})`;
      return sql<SqlBool>`${sql.ref(`${source.table}.${field}`)} in (select ${sql.ref(target.key)} from ${sql.table(target.table)} where ${matches})`;
    }
    case 'not':
      return sql<SqlBool>`not (${complete(compileFilter(filter.filter, source, dialect))})`;
    case 'all':
      return joined(filter.filters, source, dialect, sql` and `, sql<SqlBool>`1 = 1`);
    case 'any':
      return joined(filter.filters, source, dialect, sql` or `, sql<SqlBool>`1 = 0`);
  }
}

/** Unknown counts as false, so that `not` turns it into true: two-valued logic, as people expect of a filter. */
function complete(expression: Expression<SqlBool>): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(${expression}, false)`;
}

function joined(
  filters: readonly Filter[],
  source: FilterSource,
  dialect: Dialect,
  by: RawBuilder<unknown>,
  empty: RawBuilder<SqlBool>,
): Expression<SqlBool> {
  if (filters.length === 0) return empty;
  return sql<SqlBool>`(${sql.join(
    filters.map((each) => compileFilter(each, source, dialect)),
    by,
  )})`;
}

function compileCondition(condition: Condition, source: FilterSource, dialect: Dialect): Expression<SqlBool> {
  const { field: name, operator, value } = condition;
  const { roles } = source;
  const [column = '', ...path] = name.split('.');
  const kind = source.fields[column]?.kind ?? 'text';
  if (roles.covered && kind !== 'list' && path.length === 0) return compileCovered(condition, source, roles.covered, dialect);
  if (kind === 'list') return compileList(column, operator, value, source, dialect);
  if (path.length > 0 && hasEntries(source, column) && (operator === 'eq' || operator === 'in')) {
    const plain = compileCondition(condition, { ...source, roles: FREE }, dialect);
    const found = indexed(column, path, operator === 'in' ? (value as unknown[]) : [value], source, dialect);
    if (found && roles.covered) return found;
    // The index selects the candidate rows, the column decides.
    return found ? sql<SqlBool>`(${found} and ${plain})` : plain;
  }
  const role = path.length > 0 ? 'free' : roles.of(condition);
  const operandLike = (each: unknown): RawBuilder<unknown> =>
    path.length > 0 ? dialect.jsonAt(column, path, sampleOf(each)) : role === 'check' ? dialect.unindexed(column) : sql.ref(column);
  const parameter = (each: unknown): unknown => {
    const as = path.length === 0 ? kind : typeof sampleOf(each) === 'boolean' ? 'boolean' : 'text';
    return placed(each, (value) => dialect.encode(as, value));
  };
  switch (operator) {
    case 'eq':
      if (value === null) return sql<SqlBool>`${operandLike(null)} is null`;
      return sql<SqlBool>`${operandLike(value)} = ${parameter(value)}`;
    case 'ne':
      if (value === null) return sql<SqlBool>`${operandLike(null)} is not null`;
      return sql<SqlBool>`(${operandLike(value)} <> ${parameter(value)} or ${operandLike(value)} is null)`;
    case 'null':
      return value ? sql<SqlBool>`${operandLike(null)} is null` : sql<SqlBool>`${operandLike(null)} is not null`;
    case 'in':
      return compileIn(value as unknown[], operandLike, parameter);
    case 'nin':
      return sql<SqlBool>`not coalesce(${compileIn(value as unknown[], operandLike, parameter)}, false)`;
    case 'like': {
      const matches = dialect.matchesPattern(
        operandLike(''),
        placed(value, (pattern) => dialect.encodePattern(pattern as string)),
      );
      return role === 'find' ? amongRows(matches, source, dialect) : matches;
    }
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return sql<SqlBool>`${operandLike(value)} ${COMPARISONS[operator]} ${parameter(value)}`;
  }
}

/** A condition that the value index of a column answers; undefined if there is none. */
function indexed(
  column: string,
  path: readonly string[] | undefined,
  values: readonly unknown[],
  source: FilterSource,
  dialect: Dialect,
): RawBuilder<boolean> | undefined {
  if (!hasEntries(source, column) || values.length === 0) return undefined;
  return dialect.indexedValues?.(lookupOf(source, column, path, values, dialect));
}

function hasEntries({ fields, roles }: FilterSource, column: string): boolean {
  return roles.values !== 'none' && fields[column]?.indexed === true;
}

function lookupOf(
  source: FilterSource,
  column: string,
  path: readonly string[] | undefined,
  values: readonly unknown[],
  dialect: Dialect,
): ValueLookup {
  const { table, roles } = source;
  return { table, row: rowColumn(source, dialect), column, path, values, fewFound: roles.values === 'find' };
}

/**
 * Returns a query of the numbers of the rows that a value index finds for a condition, each once; undefined if it is not a comparison with
 * one value that such an index answers alone: see `isCovered`.
 */
export function indexedRows(
  { field, operator, value }: Condition,
  source: FilterSource,
  dialect: Dialect,
): RawBuilder<unknown> | undefined {
  const [column = '', ...path] = field.split('.');
  const isContents = path.length > 0 || source.fields[column]?.kind === 'list';
  if (operator !== 'eq' || value === null || !isContents || !hasEntries(source, column)) return undefined;
  return dialect.rows?.ofValue(lookupOf(source, column, path.length > 0 ? path : undefined, [value], dialect));
}

/** The row is one of those that match, which are found first. */
function amongRows(matches: Expression<SqlBool>, source: FilterSource, dialect: Dialect): RawBuilder<SqlBool> {
  const row = sql.ref(rowColumn(source, dialect));
  return sql<SqlBool>`${row} in (select ${row} from ${sql.table(source.table)} where ${matches})`;
}

/** A condition on a column of the index by row is checked there; the rows that match another one are found by its own index. */
function compileCovered(condition: Condition, source: FilterSource, covered: readonly string[], dialect: Dialect): Expression<SqlBool> {
  const isContained = covered.includes(condition.field);
  const roles: Roles = { of: () => (isContained ? 'check' : 'free'), values: source.roles.values };
  const plain = compileCondition(condition, { ...source, roles }, dialect);
  return isContained ? plain : amongRows(plain, source, dialect);
}

type OperandLike = (value: unknown) => RawBuilder<unknown>;

function compileIn(values: readonly unknown[], operandLike: OperandLike, parameter: (value: unknown) => unknown): RawBuilder<SqlBool> {
  const alternatives: RawBuilder<SqlBool>[] = [];
  if (values.includes(null)) alternatives.push(sql<SqlBool>`${operandLike(null)} is null`);
  for (const type of ['string', 'number', 'boolean'] as const) {
    const same = values.filter((value) => typeof sampleOf(value) === type);
    if (same.length > 0) alternatives.push(sql<SqlBool>`${operandLike(same[0])} in (${sql.join(same.map(parameter))})`);
  }
  return alternatives.length === 0 ? sql<SqlBool>`(1 = 0)` : sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`;
}

/** On a list, `eq` is *contains* and `in` *contains any of*. */
function compileList(column: string, operator: Operator, value: unknown, source: FilterSource, dialect: Dialect): Expression<SqlBool> {
  const containsAny = (values: readonly unknown[]): RawBuilder<SqlBool> => {
    // No list holds a null.
    const texts = values.filter((each) => each !== null);
    if (texts.length === 0) return sql<SqlBool>`(1 = 0)`;
    return indexed(column, undefined, texts, source, dialect) ?? dialect.listContainsAny(source.table, column, texts);
  };
  switch (operator) {
    case 'eq':
      return containsAny([value]);
    case 'ne':
      return sql<SqlBool>`not ${containsAny([value])}`;
    case 'in':
      return containsAny(value as unknown[]);
    case 'nin':
      return sql<SqlBool>`not ${containsAny(value as unknown[])}`;
    default:
      return value ? sql<SqlBool>`${sql.ref(column)} is null` : sql<SqlBool>`${sql.ref(column)} is not null`;
  }
}
