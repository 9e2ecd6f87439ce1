import { ROLES, type Role } from '@colophon/core';
import type { MailContext, MailKind, MailRecipient } from '@colophon/mail';

/** The users of a tenant with at least a role whose accounts are active. An account's address is set only by an administrator. */
export async function staffOf(tenantId: string | null, role: Role, { database }: MailContext, userId?: string): Promise<MailRecipient[]> {
  let query = database.dialect.builder
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.userId')
    .select(['u.id as id', 'u.email as email'])
    .where('m.role', 'in', ROLES.slice(ROLES.indexOf(role)))
    .where('m.tenantId', tenantId === null ? 'is' : '=', tenantId)
    .where('u.disabledAt', 'is', null)
    .orderBy('u.id');
  if (userId !== undefined) query = query.where('u.id', '=', userId);
  const rows = await database.all(query.compile());
  return rows.map((row) => ({ key: `user:${String(row['id'])}`, address: String(row['email']), isConfirmed: true }));
}

/** The account of a recipient key, unless it is disabled. */
export async function accountOf(key: string, { database }: MailContext): Promise<MailRecipient | undefined> {
  const query = database.dialect.builder.selectFrom('users').select('email').where('id', '=', key.slice('user:'.length));
  const row = await database.first(query.where('disabledAt', 'is', null).compile());
  return row && { key, address: String(row['email']), isConfirmed: true };
}

/** How a kind of mail finds the staff of a tenant, and checks when it is sent that they still are. */
export function toStaff(role: Role): Pick<MailKind, 'role' | 'find' | 'check'> {
  return {
    role,
    find: ({ tenantId }, context) => staffOf(tenantId, role, context),
    check: async (key, tenantId, context) => (await staffOf(tenantId, role, context, key.slice('user:'.length)))[0],
  };
}
