import { type Caller, hasRole } from '../callers/caller.ts';
import type { Fields } from '../fields/field.ts';

const restricted = new WeakMap<Fields, boolean>();

/** Returns the fields that a caller can filter and order by. */
export function findableFields(fields: Fields, caller: Caller): Fields {
  let isRestricted = restricted.get(fields);
  if (isRestricted === undefined)
    restricted.set(fields, (isRestricted = Object.values(fields).some(({ findableBy }) => findableBy !== undefined)));
  if (!isRestricted) return fields;
  return Object.fromEntries(Object.entries(fields).filter(([, { findableBy }]) => findableBy === undefined || hasRole(caller, findableBy)));
}
