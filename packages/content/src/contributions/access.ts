import { type AccessSettings, type Call, type Caller, type Filter, hasRole, NOTHING, where } from '@colophon/core';
import { ownTenant, recordAccess } from '../record/staff-access.ts';

/** Read by editors of the tenant, and written as each object says. */
export const ownTenantAccess: AccessSettings = recordAccess;

/** Editors see what came in to their tenant, everybody else what they sent themselves while signed in. */
export function visibleContributions(call: Call): Filter | undefined {
  const { caller } = call;
  if (hasRole(caller, 'editor')) return ownTenant(call);
  return caller.kind === 'user' && caller.id !== null ? where('userId', 'eq', caller.id) : NOTHING;
}

type Values = Readonly<Record<string, unknown>> | undefined;

/** A contribution is revised by its contributor and by editors. */
export function mayRevise(caller: Caller, record: Values): boolean {
  return hasRole(caller, 'editor') || isOwn(caller, record);
}

/** It is withdrawn by its contributor, and by an admin in their name. */
export function mayWithdraw(caller: Caller, record: Values): boolean {
  return hasRole(caller, 'admin') || isOwn(caller, record);
}

function isOwn(caller: Caller, record: Values): boolean {
  if (!hasRole(caller, 'viewer')) return false;
  return record === undefined || (caller.kind === 'user' && caller.id !== null && record['userId'] === caller.id);
}
