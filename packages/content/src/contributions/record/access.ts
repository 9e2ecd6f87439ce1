import { type AccessSettings, type Call, type Caller, type Filter, hasRole, NOTHING, where } from '@colophon/core';
import { ownTenant, recordAccess } from '../../record/staff-access.ts';

/** Readable by editors of the tenant; each object defines who can write. */
export const ownTenantAccess: AccessSettings = recordAccess;

/** Editors see the contributions of their tenant, everybody else the ones that they submitted while signed in. */
export function visibleContributions(call: Call): Filter | undefined {
  const { caller } = call;
  if (hasRole(caller, 'editor')) return ownTenant(call);
  return caller.kind === 'user' && caller.id !== null ? where('userId', 'eq', caller.id) : NOTHING;
}

type Values = Readonly<Record<string, unknown>> | undefined;

/** Contributions are revised by their contributor and by editors. */
export function mayRevise(caller: Caller, record: Values): boolean {
  return hasRole(caller, 'editor') || isOwn(caller, record);
}

/** Contributions are withdrawn by their contributor, or by an admin on their behalf. */
export function mayWithdraw(caller: Caller, record: Values): boolean {
  return hasRole(caller, 'admin') || isOwn(caller, record);
}

function isOwn(caller: Caller, record: Values): boolean {
  if (!hasRole(caller, 'viewer')) return false;
  return record === undefined || (caller.kind === 'user' && caller.id !== null && record['userId'] === caller.id);
}
