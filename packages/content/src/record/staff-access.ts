import { type AccessSettings, type Call, type Caller, type Filter, ForbiddenError, hasRole, where } from '@colophon/core';

/**
 * Whether a caller belongs to the staff of the tenant that a record of content belongs to: at least a viewer there. What stands
 * behind a piece (drafts in its versions, verdicts on it) is for them; others see what was published.
 */
export function isTenantStaff(caller: Caller, record: Readonly<Record<string, unknown>> | undefined): boolean {
  if (!hasRole(caller, 'viewer')) return false;
  return caller.kind === 'system' || record === undefined || (record['tenantId'] ?? null) === caller.tenantId;
}

/** The rule of a verdict, a snapshot or a correction: written by the operations of the content and never by hand. */
export const recordAccess: AccessSettings = {
  read: 'editor',
  create: 'nobody',
  update: 'nobody',
  delete: 'nobody',
  visible: ownTenant,
};

/** The rule of what hangs on content and is edited with it: references, links to facts, attached assets. */
export const linkAccess: AccessSettings = { read: 'viewer', create: 'editor', update: 'editor', delete: 'editor', visible: ownTenant };

/** Rows of the caller's own tenant: global pieces have drafts and verdicts too, and these are not for every tenant. */
export function ownTenant({ caller }: Call): Filter | undefined {
  if (caller.kind === 'system') return undefined;
  return where('tenantId', caller.tenantId === null ? 'null' : 'eq', caller.tenantId ?? true);
}

/** @throws ForbiddenError when the caller has less than this role */
export function requireEditor(call: Call, what: string): void {
  if (!hasRole(call.caller, 'editor')) throw new ForbiddenError(`${what} takes the role editor.`);
}
