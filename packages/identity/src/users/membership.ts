import { collection, object, reference, ROLES, type SaveContext, text } from '@colophon/core';
import { verdictsOf } from '../sessions/verdict-cache.ts';
import { User, Users } from './user.ts';

/** What a person may do in a tenant; with no tenant, on global rows. */
export class Membership extends object(
  {
    userId: reference(() => User, { required: true, onDelete: 'cascade' }),
    role: text({ values: ROLES, required: true }),
  },
  {
    table: 'memberships',
    tenant: true,
    api: false,
    mcp: false,
    cli: false,
    unique: [['userId', 'tenantId']],
    access: { read: 'nobody', create: 'nobody', update: 'nobody', delete: 'nobody' },
    description: 'What people may do, tenant by tenant.',
  },
) {
  protected override async afterSave({ database }: SaveContext): Promise<void> {
    database.afterCommit(() => verdictsOf(database).forget());
  }

  protected override async afterDelete({ database }: SaveContext): Promise<void> {
    database.afterCommit(() => verdictsOf(database).forget());
  }
}

export class Memberships extends collection(Membership, { requires: () => [Users] }) {}
