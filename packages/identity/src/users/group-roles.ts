import type { Call, Database, Role } from '@colophon/core';
import { actingIn } from '../tenants/acting-in.ts';
import { Memberships } from './membership.ts';

/** A role in a tenant; null is the global records. */
export interface TenantRole {
  readonly tenantId: string | null;
  readonly role: Role;
}

/**
 * Gives a user the roles of their groups at a provider, and removes roles that it gave before and no longer gives, which signs them out
 * everywhere. Roles given by an administrator are unchanged. In the ambient transaction.
 */
export async function setGroupRoles(
  database: Database,
  { userId, issuer, roles, call }: { userId: string; issuer: string; roles: readonly TenantRole[]; call: Call },
): Promise<void> {
  await database.lock(`memberships:${userId}`);
  const current = await new Memberships(database).list({ where: { userId }, limit: 1000 });
  for (const membership of current) {
    if (membership.grantedBy !== issuer) continue;
    const memberships = new Memberships(database, actingIn(call, membership.tenantId));
    const assigned = roles.find(({ tenantId }) => tenantId === membership.tenantId);
    if (!assigned) await memberships.remove(membership.id);
    else if (assigned.role !== membership.role) await memberships.update(membership.id, { role: assigned.role });
  }
  for (const { tenantId, role } of roles) {
    if (current.some((membership) => membership.tenantId === tenantId)) continue;
    await new Memberships(database, actingIn(call, tenantId)).add({ userId, tenantId, role, grantedBy: issuer });
  }
}
