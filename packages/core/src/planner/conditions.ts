import type { Condition, Filter, Operator } from '../queries/filter.ts';

export const RANGES: ReadonlySet<Operator> = new Set(['gt', 'gte', 'lt', 'lte']);

/** Comparisons whose rows an index finds, or the texts that it contains. */
export const COUNTED: ReadonlySet<Operator> = new Set(['eq', 'in', 'gt', 'gte', 'lt', 'lte', 'like']);

/** Returns the conditions that each matching row must match: those combined by `all`, on every level. */
export function requiredConditions(filter: Filter | undefined): readonly Condition[] {
  if (filter?.kind === 'all') return filter.filters.flatMap(requiredConditions);
  return filter?.kind === 'condition' ? [filter.condition] : [];
}

/** Returns the conditions of a filter that consists of conditions combined by `all` alone; undefined for any other filter. */
export function onlyConditions(filter: Filter): readonly Condition[] | undefined {
  if (filter.kind === 'condition') return [filter.condition];
  if (filter.kind !== 'all') return undefined;
  const parts = filter.filters.map(onlyConditions);
  return parts.every((each) => each !== undefined) ? parts.flat() : undefined;
}

/** Returns the filter with one of its conditions replaced. */
export function withCondition(filter: Filter, condition: Condition, by: Condition): Filter {
  if (filter.kind === 'condition') return filter.condition === condition ? { kind: 'condition', condition: by } : filter;
  if (filter.kind !== 'all') return filter;
  return { kind: 'all', filters: filter.filters.map((each) => withCondition(each, condition, by)) };
}

/** Returns the filter without one of its required conditions. */
export function withoutCondition(filter: Filter, condition: Condition): Filter {
  if (filter.kind === 'condition') return filter.condition === condition ? { kind: 'all', filters: [] } : filter;
  if (filter.kind !== 'all') return filter;
  return { kind: 'all', filters: filter.filters.map((each) => withoutCondition(each, condition)) };
}

/** Returns the columns that a filter compares for equality; undefined if it does anything else. */
export function comparedColumns(filter: Filter | undefined): ReadonlySet<string> | undefined {
  const conditions = filter ? onlyConditions(filter) : [];
  if (!conditions?.every(({ field, operator }) => operator === 'eq' && !field.includes('.'))) return undefined;
  return new Set(conditions.map(({ field }) => field));
}

/** Returns the columns that each matching row has a given value in. */
export function equalColumns(filter: Filter | undefined): ReadonlySet<string> {
  const equal = requiredConditions(filter).filter(({ field, operator }) => operator === 'eq' && !field.includes('.'));
  return new Set(equal.map(({ field }) => field));
}

/** The name by which an access names a condition: both ends of a range have the same, since their rows are counted together. */
export function nameOf({ field, operator }: Condition): string {
  return operator === 'like' ? `${field} like` : field;
}
