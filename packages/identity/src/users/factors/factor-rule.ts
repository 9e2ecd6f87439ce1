import { both, type Call, collection, type Database, object, type Role, ROLES, type SaveContext, text, where } from '@colophon/core';
import { actingIn } from '../../tenants/acting-in.ts';
import { demandedRoles } from './demanded-roles.ts';
import { verdictsOf } from '../../verdicts/verdict-cache.ts';

/** A role that requires a second factor in this tenant. */
export class SecondFactorRule extends object(
  { role: text({ values: ROLES, required: true }) },
  {
    table: 'second_factor_rules',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    unique: [['tenantId', 'role']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'The roles that need a second factor.',
  },
) {
  protected override async afterSave({ database }: SaveContext): Promise<void> {
    database.afterCommit(() => verdictsOf(database).forget());
  }

  protected override async afterDelete({ database }: SaveContext): Promise<void> {
    database.afterCommit(() => verdictsOf(database).forget());
  }
}

export class SecondFactorRules extends collection(SecondFactorRule) {}

/** The roles that need a second factor in a tenant (null: on global records), by its rules or by the application, from least to most. */
export async function secondFactorRoles(database: Database, tenantId: string | null): Promise<Role[]> {
  const rules = await new SecondFactorRules(database).list({ where: { tenantId: tenantId ?? { null: true } }, limit: ROLES.length });
  const roles = new Set([...database.ports.use(demandedRoles), ...rules.map(({ role }) => role)]);
  return ROLES.filter((role) => roles.has(role));
}

/**
 * Sets which roles need a second factor in a tenant. It applies from the next request on: users with such a role who have not shown one in
 * their session have no permissions there until they do.
 */
export async function requireSecondFactor(
  database: Database,
  { roles, tenantId, call }: { roles: readonly Role[]; tenantId: string | null; call: Call },
): Promise<void> {
  await database.transaction(async () => {
    await database.lock(`second-factor-rules:${tenantId ?? ''}`);
    const rules = new SecondFactorRules(database, actingIn(call, tenantId));
    const existing = await rules.list({ where: { tenantId: tenantId ?? { null: true } }, limit: ROLES.length });
    for (const rule of existing) if (!roles.includes(rule.role)) await rule.delete();
    for (const role of new Set(roles)) if (!existing.some((rule) => rule.role === role)) await rules.add({ role, tenantId });
  });
}

/** Whether a role needs a second factor in a tenant. */
export async function needsSecondFactor(database: Database, { role, tenantId }: { role: Role; tenantId: string | null }): Promise<boolean> {
  if (database.ports.use(demandedRoles).includes(role)) return true;
  const inTenant = tenantId === null ? where('tenantId', 'null', true) : where('tenantId', 'eq', tenantId);
  return (await new SecondFactorRules(database).findMatching(both(where('role', 'eq', role), inTenant))) !== undefined;
}

/** Whether this user's role in any of their tenants needs a second factor. */
export async function isFactorRequired(database: Database, userId: string): Promise<boolean> {
  const demanded = database.ports.use(demandedRoles);
  if (demanded.length > 0) {
    const theirs = database.dialect.builder.selectFrom('memberships').select('id').where('userId', '=', userId);
    if (await database.first(theirs.where('role', 'in', demanded).limit(1).compile())) return true;
  }
  const query = database.dialect.builder
    .selectFrom('memberships as m')
    .innerJoin('second_factor_rules as f', (join) =>
      join
        .onRef('f.role', '=', 'm.role')
        .on((each) =>
          each.or([
            each('f.tenantId', '=', each.ref('m.tenantId')),
            each.and([each('f.tenantId', 'is', null), each('m.tenantId', 'is', null)]),
          ]),
        ),
    )
    .select('f.id as id')
    .where('m.userId', '=', userId)
    .limit(1);
  return (await database.first(query.compile())) !== undefined;
}
