import type { Filter } from '../queries/filter.ts';
import type { Call } from '../callers/call.ts';
import { type Caller, hasRole, type Role } from '../callers/caller.ts';

/**
 * Who may do something: anyone (`public`), any signed-in caller, callers with at least a role, nobody from outside, or whoever a function
 * accepts. A function gets the record for operations on one record; for others it gets none. When operations are listed it is asked without
 * a record and with one that has no values (`mayList`).
 */
export type AccessRule = 'public' | 'signed-in' | Role | 'nobody' | AccessCheck;
export type AccessCheck = (caller: Caller, record: Readonly<Record<string, unknown>> | undefined) => boolean;

/** The access rules of an object: one per CRUD action, and by name for its other operations. */
export interface AccessSettings {
  readonly read?: AccessRule;
  readonly create?: AccessRule;
  readonly update?: AccessRule;
  readonly delete?: AccessRule;
  readonly operations?: Readonly<Record<string, AccessRule>>;
  /**
   * A filter on the rows that a caller may read, in addition to tenancy; undefined means all rows. It is applied to every list, count,
   * search and get.
   */
  readonly visible?: (call: Call) => Filter | undefined;
}

/** Returns whether the rule permits the caller. */
export function permits(rule: AccessRule, caller: Caller, record?: Readonly<Record<string, unknown>>): boolean {
  if (caller.kind === 'system') return true;
  if (typeof rule === 'function') return rule(caller, record);
  switch (rule) {
    case 'public':
      return true;
    case 'nobody':
      return false;
    case 'signed-in':
      return caller.kind !== 'anonymous';
    default:
      return hasRole(caller, rule);
  }
}
