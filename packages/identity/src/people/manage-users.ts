import { ConflictError, type Database, NotFoundError, type Role, SYSTEM_CALL } from '@colophon/core';
import { issueLink } from '../links/issue-link.ts';
import { findUser } from '../users/ensure-user.ts';
import { requireSecondFactor } from '../users/factors/factor-rule.ts';
import { resetFactors } from '../users/factors/reset-factors.ts';
import { removeMembership, setMembership } from '../users/manage-memberships.ts';
import type { User } from '../users/user.ts';
import { absolute, requireRole, tenantIdOf } from './create-user.ts';

interface OfUser {
  readonly database: Database;
  readonly email: string;
}

interface InTenant extends OfUser {
  /** Slug or id; null or absent is the global rows. */
  readonly tenant?: string | null | undefined;
}

/** The user with this address. @throws NotFoundError */
export async function requireUser(database: Database, email: string): Promise<User> {
  const user = await findUser(database, email);
  if (!user) throw new NotFoundError(`There is no user with the address ${email.trim().slice(0, 254)}.`);
  return user;
}

/** Gives a user a role in a tenant, or changes it. @throws NotFoundError, ValidationError */
export async function setRole({ database, email, tenant, role }: InTenant & { readonly role: Role }): Promise<void> {
  requireRole(role);
  await database.transaction(async () => {
    const { id } = await requireUser(database, email);
    await setMembership(database, { userId: id, tenantId: await tenantIdOf(database, tenant), role });
  });
}

/** Removes a user's role in a tenant, and signs them out everywhere. The account stays. @throws NotFoundError */
export async function removeUser({ database, email, tenant }: InTenant): Promise<void> {
  await database.transaction(async () => {
    const { id } = await requireUser(database, email);
    await removeMembership(database, { userId: id, tenantId: await tenantIdOf(database, tenant) });
  });
}

/** Removes every second factor of a user who has lost theirs, and signs them out everywhere. @throws NotFoundError */
export async function resetSecondFactor({ database, email }: OfUser): Promise<void> {
  const { id } = await requireUser(database, email);
  await resetFactors(database, id);
}

/** Sets which roles need a second factor in a tenant. @throws NotFoundError, ValidationError */
export async function setSecondFactorRoles({
  database,
  tenant,
  roles,
}: Omit<InTenant, 'email'> & { readonly roles: readonly Role[] }): Promise<void> {
  roles.forEach(requireRole);
  await requireSecondFactor(database, { roles, tenantId: await tenantIdOf(database, tenant), call: SYSTEM_CALL });
}

/**
 * Creates a link with which a user sets a new password, to be sent by an administrator; earlier ones stop working. @throws NotFoundError
 */
export async function resetPassword({ database, email, baseUrl }: OfUser & { readonly baseUrl: string }): Promise<string> {
  const user = await requireUser(database, email);
  if (user.disabledAt !== null) {
    throw new ConflictError('This account is disabled: a new password would have no effect.', { hint: 'Enable it first.' });
  }
  return absolute(baseUrl, await issueLink(database, { purpose: 'password', email: user.email }));
}
