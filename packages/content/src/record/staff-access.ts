import { type AccessSettings, type Call, type Caller, type Filter, ForbiddenError, hasRole, where } from '@colophon/core';

/**
 * Returns whether a caller belongs to the staff of a content record's tenant: at least a viewer there. Internal data of a piece (drafts in
 * its versions, verdicts on it) is for staff; others see what was published.
 */
export function isTenantStaff(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  if (!hasRole(caller, 'viewer')) return false;
  return caller.kind === 'system' || record === undefined || (record['tenantId'] ?? null) === caller.tenantId;
}

/** The access rule of verdicts, snapshots and corrections: written only by the operations of content. */
export const recordAccess: AccessSettings = {
  read: 'editor',
  create: 'nobody',
  update: 'nobody',
  delete: 'nobody',
  visible: ownTenant,
};

/** The access rule of links that are edited with content: references, links to facts, attached assets. */
export const linkAccess: AccessSettings = { read: 'viewer', create: 'editor', update: 'editor', delete: 'editor', visible: ownTenant };

/** Returns the filter of rows in the caller's own tenant: global pieces have drafts and verdicts too, which are not for every tenant. */
export function ownTenant({ caller }: Call): Filter | undefined {
  if (caller.kind === 'system') return undefined;
  return where('tenantId', caller.tenantId === null ? 'null' : 'eq', caller.tenantId ?? true);
}

/** @throws ForbiddenError if the caller is not at least an editor */
export function requireEditor(call: Call, what: string): void {
  if (!hasRole(call.caller, 'editor')) throw new ForbiddenError(`${what} requires the role editor.`);
}
