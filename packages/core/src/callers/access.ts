import type { Filter } from '../queries/filter.ts';
import type { Call } from './call.ts';
import { type Caller, hasRole, type Role } from './caller.ts';

/**
 * Who may do something: anyone (`public`), whoever is signed in, whoever has at least a role, nobody from outside, or
 * whatever a function says. A function sees the record for operations on one; for others, and when a list of what may
 * be done is made, it sees none.
 */
export type AccessRule = 'public' | 'signed-in' | Role | 'nobody' | AccessCheck;
export type AccessCheck = (caller: Caller, record: Readonly<Record<string, unknown>> | undefined) => boolean;

/** The access rules of an object: for each CRUD action, and by name for its other operations. */
export interface AccessSettings {
  readonly read?: AccessRule;
  readonly create?: AccessRule;
  readonly update?: AccessRule;
  readonly delete?: AccessRule;
  readonly operations?: Readonly<Record<string, AccessRule>>;
  /** The rows a caller may read, beyond tenancy; undefined is all of them. It goes into every list, count, search and get. */
  readonly visible?: (call: Call) => Filter | undefined;
}

/** Whether the rule lets the caller through. */
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
