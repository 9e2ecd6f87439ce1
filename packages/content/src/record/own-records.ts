import { both, type Caller, type Filter, MalformedError, UnauthenticatedError, where } from '@colophon/core';

interface Filtered {
  readonly where?: unknown;
  readonly within?: Filter;
}

/** Deeper groups are rejected by the parser. */
const MAXIMUM_DEPTH = 50;

type Conditions = Readonly<Record<string, unknown>>;

/**
 * Converts the condition `mine`, which selects the records that the caller created. The creator is not a field that can be filtered by, so
 * the condition is removed from the filter and combined with the visibility filter.
 *
 * @throws UnauthenticatedError for anonymous callers, MalformedError for any value other than true
 */
export function withOwn<Query extends Filtered>(query: Query, caller: Caller): Query {
  if (!isConditions(query.where) || !names(query.where)) return query;
  if (caller.kind === 'anonymous') throw new UnauthenticatedError();
  return { ...query, where: withoutMine(query.where), within: both(query.within, where('ownerId', 'eq', caller.id ?? '')) };
}

/** Returns whether `mine` is required: in the filter itself, or in nested `all` groups. */
function names({ mine, all }: Conditions, depth = 0): boolean {
  if (mine !== undefined) return true;
  return depth < MAXIMUM_DEPTH && Array.isArray(all) && all.some((each) => isConditions(each) && names(each, depth + 1));
}

function withoutMine({ mine, ...others }: Conditions, depth = 0): Conditions {
  if (mine !== undefined && !isTrue(mine)) throw fault('must be true');
  const { all } = others;
  if (!Array.isArray(all) || depth >= MAXIMUM_DEPTH) return others;
  return { ...others, all: all.map((each: unknown) => (isConditions(each) ? withoutMine(each, depth + 1) : each)) };
}

function isTrue(value: unknown): boolean {
  if (value === true || value === 'true') return true;
  return isConditions(value) && Object.keys(value).length === 1 && Object.hasOwn(value, 'eq') && isTrue(value['eq']);
}

function isConditions(value: unknown): value is Conditions {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fault(detail: string): MalformedError {
  return new MalformedError(`mine: ${detail}.`, {
    code: 'faulty_query',
    errors: [{ pointer: '/where/mine', code: 'bad_value', detail }],
  });
}
