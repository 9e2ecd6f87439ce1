import { allBroad, requiredConditions, withConditions } from '../queries/conditions.ts';
import { both, type Condition, type Filter } from '../queries/filter.ts';
import type { OrderTerm } from '../queries/order.ts';
import type { ValueIndexUse } from '../queries/value-index-use.ts';
import { MANY_TO_READ } from './count-found.ts';
import type { Matches } from './count-matches.ts';
import type { ObjectDefinition } from './definition.ts';
import { columnsBefore, indexesOf, nearlyServes } from './serving-indexes.ts';
import { comparedColumns } from './takes-long.ts';

/** What a page reads. */
export interface PageParts {
  /** The requested filter. */
  readonly filter: Filter | undefined;
  /** The filter of visible rows. */
  readonly scope: Filter | undefined;
  /** Undefined orders by rank. */
  readonly order: readonly OrderTerm[] | undefined;
}

/**
 * Returns the filter of a page so that its rows are found by the condition that matches few rows, or else in an index that provides the
 * order. All other conditions are marked as broad: each row is checked, but no index is searched for them.
 *
 * @param found whether a value index finds few rows or many, and whether a search finds many
 */
export function filterOfPage(
  definition: ObjectDefinition,
  { filter, scope, order }: PageParts,
  matches: Matches,
  found: { readonly values: ValueIndexUse; readonly manyHits: boolean },
): Filter | undefined {
  const few = withFew(both(scope, filter), matches, MANY_TO_READ, found.values === 'few');
  if (few) return few;
  const isFiltered = matches.size > 0 || found.values === 'many' || found.manyHits;
  const compared = new Set([...requiredConditions(scope), ...requiredConditions(filter)].filter(isEqual).map(({ field }) => field));
  const before = isFiltered && order ? columnsBefore(definition, compared, order) : undefined;
  if (!before) return both(scopeForOrder(definition, scope, { filter, order }), filter);
  const broadUnlessBefore = (condition: Condition): Condition =>
    isEqual(condition) && before.has(condition.field) ? condition : { ...condition, isBroad: true };
  return both(
    scope && withConditions(scope, broadUnlessBefore),
    // Nothing is known of conditions that were not counted.
    filter && withConditions(filter, (condition) => (matches.has(condition) ? broadUnlessBefore(condition) : condition)),
  );
}

/**
 * Returns the filter of visible rows as applied to a page: if an index serves the query, but none serves it together with the visibility
 * filter, rows are found by the first index and then checked for visibility, which most of them pass. By itself SQLite would find all
 * visible rows and sort them.
 */
export function scopeForOrder(
  definition: ObjectDefinition,
  scope: Filter | undefined,
  { filter, order }: Pick<PageParts, 'filter' | 'order'>,
): Filter | undefined {
  const asked = comparedColumns(filter);
  if (!scope || !order || !asked) return scope;
  const candidates = indexesOf(definition);
  const seen = new Set(
    requiredConditions(scope)
      .filter(isEqual)
      .map(({ field }) => field),
  ).difference(asked);
  const servesBoth = candidates.some((index) => [...seen].some((name) => nearlyServes(index, new Set([...asked, name]), order)));
  return servesBoth || !candidates.some((index) => nearlyServes(index, asked, order)) ? scope : allBroad(scope);
}

/**
 * Returns the filter so that rows are found by the conditions that match few rows, if there are any.
 *
 * @param many for patterns, which are not counted to the same limit
 * @param hasFewValues whether a value index finds few rows
 */
export function withFew(filter: Filter | undefined, matches: Matches, many: number, hasFewValues: boolean): Filter | undefined {
  const isFew = (condition: Condition): boolean => {
    const found = matches.get(condition);
    return found !== undefined && found < (condition.operator === 'like' ? many : MANY_TO_READ);
  };
  if (!filter || (!hasFewValues && ![...matches.keys()].some(isFew))) return undefined;
  return withConditions(filter, (condition) => {
    if (!isFew(condition)) return { ...condition, isBroad: true };
    return condition.operator === 'like' ? { ...condition, isFew: true } : condition;
  });
}

function isEqual({ operator }: Condition): boolean {
  return operator === 'eq';
}
