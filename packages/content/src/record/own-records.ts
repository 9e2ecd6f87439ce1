import { both, type Caller, type Filter, MalformedError, UnauthenticatedError, where } from '@colophon/core';

interface Filtered {
  readonly where?: unknown;
  readonly within?: Filter;
}

/** Deeper groups are left for the parser to refuse. */
const MAXIMUM_DEPTH = 50;

type Conditions = Readonly<Record<string, unknown>>;

/**
 * A query in which the condition `mine` asks for the records that the caller made. Who made a record is no field that anyone
 * filters by, so the condition is taken out and put beside what the caller may see.
 *
 * @throws UnauthenticatedError for callers who are not signed in, MalformedError for any other value than true
 */
export function withOwn<Query extends Filtered>(query: Query, caller: Caller): Query {
  if (!isConditions(query.where) || !names(query.where)) return query;
  if (caller.kind === 'anonymous') throw new UnauthenticatedError();
  return { ...query, where: withoutMine(query.where), within: both(query.within, where('ownerId', 'eq', caller.id ?? '')) };
}

/** All conditions that must hold: those of the filter itself, and of its groups of such. */
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
