import { type Database, isRole, type Role } from '@colophon/core';

/** A user in a tenant. */
export interface ListedUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Null if they have none: an account that belongs to no tenant. */
  readonly role: Role | null;
  /** The tenant's slug; null is the global rows. */
  readonly tenant: string | null;
  readonly disabled: boolean;
  /** Whether they have set one. */
  readonly hasPassword: boolean;
}

/** The users of a tenant (null: those with a role on global rows), or without one all users, once per tenant; sorted by address. */
export async function listUsers({ database, tenantId }: { database: Database; tenantId?: string | null }): Promise<ListedUser[]> {
  let query = database.dialect.builder
    .selectFrom('users as u')
    .leftJoin('memberships as m', 'm.userId', 'u.id')
    .leftJoin('tenants as t', 't.id', 'm.tenantId')
    .select(['u.id as id', 'u.email as email', 'u.name as name', 'u.disabledAt as disabledAt', 'u.passwordHash as passwordHash'])
    .select(['m.role as role', 't.slug as tenant'])
    .orderBy('u.email')
    .orderBy('t.slug');
  if (tenantId !== undefined) query = query.where('m.role', 'is not', null).where('m.tenantId', tenantId === null ? 'is' : '=', tenantId);
  const rows = await database.all(query.compile());
  return rows.map(({ id, email, name, disabledAt, passwordHash, role, tenant }) => ({
    id: String(id),
    email: String(email),
    name: String(name),
    role: isRole(role) ? role : null,
    tenant: (tenant as string | null) ?? null,
    disabled: disabledAt !== null,
    hasPassword: passwordHash !== null,
  }));
}
