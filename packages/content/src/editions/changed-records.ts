import { both, type Call, type Filter, hasRole, UnauthenticatedError, ForbiddenError } from '@colophon/core';
import { takeCondition } from '../record/marked-conditions.ts';
import { ownTenant } from '../record/staff-access.ts';
import { PendingChanges } from './record/pending-change.ts';

interface Filtered {
  readonly where?: unknown;
  readonly within?: Filter;
}

/** The condition that is no field. */
const NAME = 'changedSincePublication';

/**
 * Converts the condition `changedSincePublication`, which selects published records of the caller's own tenant that readers do not get as
 * they are now: those that are marked as changed. A mark is a hint, which is checked again within the hour.
 *
 * @throws UnauthenticatedError, ForbiddenError for callers who are not told of such changes, MalformedError for any value other than true
 */
export function withChanged<Query extends Filtered>(query: Query, call: Call): Query {
  const others = takeCondition(query, NAME);
  if (!others) return query;
  const { caller } = call;
  if (caller.kind === 'anonymous') throw new UnauthenticatedError();
  if (!hasRole(caller, 'viewer')) throw new ForbiddenError('The filter changedSincePublication requires the role viewer.');
  const { definition } = PendingChanges.objectClass;
  const target = { table: definition.table, key: 'contentId', fields: definition.fields };
  const marked: Filter = { kind: 'related', field: 'id', target, filter: { kind: 'all', filters: [] } };
  return { ...others, within: both(others.within, both(marked, ownTenant(call))) };
}
