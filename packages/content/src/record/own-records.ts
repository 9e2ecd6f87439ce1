import { both, type Caller, type Filter, UnauthenticatedError, where } from '@colophon/core';
import { takeCondition } from './marked-conditions.ts';

interface Filtered {
  readonly where?: unknown;
  readonly within?: Filter;
}

/**
 * Converts the condition `mine`, which selects the records that the caller created. The creator is not a field that can be filtered by, so
 * the condition is removed from the filter and combined with the visibility filter.
 *
 * @throws UnauthenticatedError for anonymous callers, MalformedError for any value other than true
 */
export function withOwn<Query extends Filtered>(query: Query, caller: Caller): Query {
  const others = takeCondition(query, 'mine');
  if (!others) return query;
  if (caller.kind === 'anonymous') throw new UnauthenticatedError();
  return { ...others, within: both(others.within, where('ownerId', 'eq', caller.id ?? '')) };
}
