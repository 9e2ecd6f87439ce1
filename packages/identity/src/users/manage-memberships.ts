import { type Call, type Database, NotFoundError, type Role, SYSTEM_CALL } from '@colophon/core';
import { actingIn } from '../tenants/acting-in.ts';
import { Memberships } from './membership.ts';

/** Gives a user a role in a tenant, or changes it. */
export async function setMembership(
  database: Database,
  { userId, tenantId, role, call = SYSTEM_CALL }: { userId: string; tenantId: string | null; role: Role; call?: Call },
): Promise<void> {
  await database.transaction(async () => {
    await database.lock(`memberships:${userId}`);
    const memberships = new Memberships(database, actingIn(call, tenantId));
    const existing = await memberships.find({ userId, tenantId: inTenant(tenantId) });
    if (!existing) await memberships.add({ userId, tenantId, role });
    else if (existing.role !== role || existing.grantedBy !== null) await memberships.update(existing.id, { role, grantedBy: null });
  });
}

/**
 * Removes a user's role in a tenant. They are signed out everywhere, and sign in again in their remaining tenants.
 *
 * @throws NotFoundError if they have none there
 */
export async function removeMembership(
  database: Database,
  { userId, tenantId, call = SYSTEM_CALL }: { userId: string; tenantId: string | null; call?: Call },
): Promise<void> {
  const memberships = new Memberships(database, actingIn(call, tenantId));
  const existing = await memberships.find({ userId, tenantId: inTenant(tenantId) });
  if (!existing) throw new NotFoundError('This person is not a member of this tenant.');
  await existing.delete();
}

function inTenant(tenantId: string | null): string | { null: true } {
  return tenantId ?? { null: true };
}
