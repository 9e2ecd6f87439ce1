import type { Condition, Filter } from './filter.ts';

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

/** Returns the filter with each condition on a column replaced; conditions inside JSON and on other tables stay. */
export function withConditions(filter: Filter, change: (condition: Condition) => Condition): Filter {
  switch (filter.kind) {
    case 'condition':
      return filter.condition.field.includes('.') ? filter : { kind: 'condition', condition: change(filter.condition) };
    case 'related':
      return filter;
    case 'not':
      return { kind: 'not', filter: withConditions(filter.filter, change) };
    case 'all':
    case 'any':
      return { kind: filter.kind, filters: filter.filters.map((each) => withConditions(each, change)) };
  }
}

/** Returns the filter without one of its required conditions. */
export function withoutCondition(filter: Filter, condition: Condition): Filter {
  if (filter.kind === 'condition') return filter.condition === condition ? { kind: 'all', filters: [] } : filter;
  if (filter.kind !== 'all') return filter;
  return { kind: 'all', filters: filter.filters.map((each) => withoutCondition(each, condition)) };
}

/** Marks each condition as true for most rows, so that no index is searched for it. */
export function allBroad(filter: Filter): Filter {
  return withConditions(filter, (condition) => ({ ...condition, isBroad: true }));
}
