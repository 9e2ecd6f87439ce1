import { MalformedError } from '@colophon/core';

interface Filtered {
  readonly where?: unknown;
}

/** Deeper groups are rejected by the parser. */
const MAXIMUM_DEPTH = 50;

type Conditions = Readonly<Record<string, unknown>>;

/**
 * Takes a condition that is no field, such as `mine`, out of a filter: from the filter itself, or from nested `all` groups, where it has to be
 * true. In other groups it is a field that does not exist.
 *
 * @returns the query without it; undefined if the query does not have it
 * @throws MalformedError for any value other than true
 */
export function takeCondition<Query extends Filtered>(query: Query, name: string): Query | undefined {
  if (!isConditions(query.where) || !names(query.where, name)) return undefined;
  return { ...query, where: without(query.where, name) };
}

function names({ all, ...conditions }: Conditions, name: string, depth = 0): boolean {
  if (conditions[name] !== undefined) return true;
  return depth < MAXIMUM_DEPTH && Array.isArray(all) && all.some((each) => isConditions(each) && names(each, name, depth + 1));
}

function without(conditions: Conditions, name: string, depth = 0): Conditions {
  const { [name]: value, ...others } = conditions;
  if (value !== undefined && !isTrue(value)) throw fault(name, 'must be true');
  const { all } = others;
  if (!Array.isArray(all) || depth >= MAXIMUM_DEPTH) return others;
  return { ...others, all: all.map((each: unknown) => (isConditions(each) ? without(each, name, depth + 1) : each)) };
}

function isTrue(value: unknown): boolean {
  if (value === true || value === 'true') return true;
  return isConditions(value) && Object.keys(value).length === 1 && Object.hasOwn(value, 'eq') && isTrue(value['eq']);
}

function isConditions(value: unknown): value is Conditions {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fault(name: string, detail: string): MalformedError {
  return new MalformedError(`${name}: ${detail}.`, {
    code: 'faulty_query',
    errors: [{ pointer: `/where/${name}`, code: 'bad_value', detail }],
  });
}
