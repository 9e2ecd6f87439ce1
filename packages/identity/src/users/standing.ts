import type { SessionTenant } from '@colophon/contract';
import { type Database, isRole, type Role } from '@colophon/core';

/** A tenant and the user's role in it; `tenant` null is the global rows. */
export interface TenantChoice {
  readonly tenant: SessionTenant | null;
  readonly role: Role;
}

interface MembershipRow {
  readonly role: unknown;
  readonly tenantId: string | null;
  readonly slug: string | null;
  readonly name: string | null;
}

/** The user's tenants, global rows first, then by name. A disabled account has none. */
export async function tenantsOf(database: Database, userId: string): Promise<TenantChoice[]> {
  const rows = await database.all(
    database.dialect.builder
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.userId')
      .leftJoin('tenants as t', 't.id', 'm.tenantId')
      .select(['m.role as role', 'm.tenantId as tenantId', 't.slug as slug', 't.name as name'])
      .where('m.userId', '=', userId)
      .where('u.disabledAt', 'is', null)
      .compile(),
  );
  const choices = (rows as unknown as MembershipRow[]).flatMap(({ role, tenantId, slug, name }): TenantChoice[] => {
    if (!isRole(role)) return [];
    if (tenantId === null) return [{ tenant: null, role }];
    // A membership of a deleted tenant does not count.
    return slug === null || name === null ? [] : [{ tenant: { id: tenantId, slug, name }, role }];
  });
  return choices.sort((a, b) => compare(a.tenant?.name ?? '', b.tenant?.name ?? ''));
}

/** The user's current role in this tenant; undefined if the account is disabled or the membership lost. */
export async function standingOf(database: Database, userId: string, tenantId: string | null): Promise<TenantChoice | undefined> {
  return (await tenantsOf(database, userId)).find(({ tenant }) => (tenant?.id ?? null) === tenantId);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
