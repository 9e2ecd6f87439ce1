import {
  type Call,
  ConflictError,
  type Database,
  isRole,
  NotFoundError,
  type Role,
  ROLES,
  SYSTEM_CALL,
  ValidationError,
} from '@colophon/core';
import { issueLink } from '../links/issue-link.ts';
import { actingIn, revokeSessionsOf } from '../sessions/revoke-session.ts';
import { requireTenant } from '../tenants/tenant.ts';
import { Memberships } from './membership.ts';
import { normalizeEmail, type User, Users } from './user.ts';

/** What `createUser` is told. */
export interface NewUser {
  readonly database: Database;
  readonly email: string;
  readonly role: Role;
  /** Slug or id; null or absent is the global rows. */
  readonly tenant?: string | null | undefined;
  /** Default: what is before the `@`. */
  readonly name?: string | undefined;
  /** The application's own address, which the link is made of. */
  readonly baseUrl: string;
}

export interface CreatedUser {
  readonly id: string;
  readonly email: string;
  /** Where the person sets a password, once, within a day; null when the account had one already. */
  readonly setPasswordUrl: string | null;
}

/**
 * Makes a user with a role in a tenant, and a link by which the person sets a password: how the first administrator comes
 * to be, from the terminal. For an address that is known, it sets the role in that tenant.
 *
 * @throws ValidationError for a role or an address that is none; NotFoundError for an unknown tenant
 *
 * @example
 * const { setPasswordUrl } = await createUser({ database, email: 'ada@news.example', role: 'admin', baseUrl });
 */
export async function createUser({ database, email, role, tenant, name, baseUrl }: NewUser): Promise<CreatedUser> {
  if (!isRole(role)) throw ValidationError.of([{ pointer: '/role', code: 'unknown_role', detail: `must be one of ${ROLES.join(', ')}` }]);
  return database.transaction(async () => {
    const tenantId = tenant === undefined || tenant === null ? null : (await requireTenant(database, tenant)).id;
    const user = await ensureUser(database, { email, name });
    await setMembership(database, { userId: user.id, tenantId, role });
    const path = user.passwordHash === null ? await issueLink(database, { purpose: 'password', email: user.email }) : null;
    return { id: user.id, email: user.email, setPasswordUrl: path === null ? null : `${baseUrl.replace(/\/+$/, '')}${path}` };
  });
}

/** A link by which a person sets a new password, for an administrator to hand over. @throws NotFoundError */
export async function resetPassword({ database, email, baseUrl }: { database: Database; email: string; baseUrl: string }): Promise<string> {
  const user = await new Users(database).find({ email: normalizeEmail(email) });
  if (!user) throw new NotFoundError('There is no user with this address.');
  return `${baseUrl.replace(/\/+$/, '')}${await issueLink(database, { purpose: 'password', email: user.email })}`;
}

/** The user with this address, made when there is none. */
export async function ensureUser(
  database: Database,
  { email, name, call = SYSTEM_CALL }: { email: string; name?: string | undefined; call?: Call },
): Promise<User> {
  const users = new Users(database, call);
  const known = await users.find({ email: normalizeEmail(email) });
  return known ?? users.add({ email, name: name ?? normalizeEmail(email).split('@')[0] ?? email });
}

/** Gives a person a role in a tenant, or changes the one they have. */
export async function setMembership(
  database: Database,
  { userId, tenantId, role, call = SYSTEM_CALL }: { userId: string; tenantId: string | null; role: Role; call?: Call },
): Promise<void> {
  await database.transaction(async () => {
    await database.lock(`memberships:${userId}`);
    const where = { userId, tenantId: tenantId === null ? ({ null: true } as const) : tenantId };
    const memberships = new Memberships(database, actingIn(call, tenantId));
    const known = await memberships.find({ ...where });
    if (!known) await memberships.add({ userId, tenantId, role });
    else if (known.role !== role) await memberships.update(known.id, { role });
  });
}

/** Takes a person's role in a tenant away. Sessions that act there end with it. */
export async function removeMembership(
  database: Database,
  { userId, tenantId, call = SYSTEM_CALL }: { userId: string; tenantId: string | null; call?: Call },
): Promise<void> {
  const memberships = new Memberships(database, actingIn(call, tenantId));
  const known = await memberships.find({ userId, tenantId: tenantId === null ? ({ null: true } as const) : tenantId });
  if (!known) throw new NotFoundError('This person does not belong to this tenant.');
  await known.delete();
}

/** Closes an account: every session and terminal of it ends at once, and nobody signs in with it any more. */
export async function disableUser(database: Database, userId: string, call: Call = SYSTEM_CALL): Promise<void> {
  await database.transaction(async () => {
    const user = await new Users(database, call).getForUpdate(userId);
    if (!user) throw new NotFoundError(`There is no user ${userId}.`);
    if (user.disabledAt !== null) throw new ConflictError('This account is closed already.');
    user.disabledAt = call.now().toISOString();
    await user.save();
    await revokeSessionsOf(database, userId, { call });
  });
}
