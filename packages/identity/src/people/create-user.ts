import { ConflictError, type Database, isRole, type Role, ROLES, ValidationError } from '@colophon/core';
import { issueLink } from '../links/issue-link.ts';
import { requireTenant } from '../tenants/tenant.ts';
import { addUser, findUser } from '../users/ensure-user.ts';
import { setMembership } from '../users/manage-memberships.ts';

/** The input of `createUser`. */
export interface NewUser {
  readonly database: Database;
  readonly email: string;
  readonly role: Role;
  /** Slug or id; null or absent is the global rows. */
  readonly tenant?: string | null | undefined;
  /** Default: the part before the `@`. */
  readonly name?: string | undefined;
  /** The application's own address, the base of the link. */
  readonly baseUrl: string;
}

export interface CreatedUser {
  readonly id: string;
  readonly email: string;
  /** Where the user sets a password, once, within a day. */
  readonly setPasswordUrl: string;
}

/**
 * Creates a user with a role in a tenant, and a link with which the user sets a password. The first administrator is created this way, from
 * the terminal. If the address already has an account, nothing is changed: `setRole` gives it a role, `resetPassword` creates a new link.
 *
 * @throws ConflictError (`user_exists`) if the address has an account
 * @throws ValidationError for an invalid role or address; NotFoundError for an unknown tenant
 *
 * @example
 * const { setPasswordUrl } = await createUser({ database, email: 'ada@news.example', role: 'admin', baseUrl });
 */
export async function createUser({ database, email, role, tenant, name, baseUrl }: NewUser): Promise<CreatedUser> {
  requireRole(role);
  return database.transaction(async () => {
    const tenantId = await tenantIdOf(database, tenant);
    if (await findUser(database, email)) throw new UserExistsError(email);
    const user = await addUser(database, { email, name });
    await setMembership(database, { userId: user.id, tenantId, role });
    const path = await issueLink(database, { purpose: 'password', email: user.email });
    return { id: user.id, email: user.email, setPasswordUrl: absolute(baseUrl, path) };
  });
}

/** Thrown if the address already has an account, which is left unchanged. */
class UserExistsError extends ConflictError {
  constructor(email: string) {
    super(`${email.trim().slice(0, 254)} already has an account; nothing was changed.`, { code: 'user_exists' });
  }
}

/** The id of the tenant with this slug or id; none is the global rows. @throws NotFoundError */
export async function tenantIdOf(database: Database, tenant: string | null | undefined): Promise<string | null> {
  return tenant === undefined || tenant === null ? null : (await requireTenant(database, tenant)).id;
}

/** @throws ValidationError naming the roles */
export function requireRole(role: unknown): asserts role is Role {
  if (!isRole(role)) throw ValidationError.of([{ pointer: '/role', code: 'unknown_role', detail: `must be one of ${ROLES.join(', ')}` }]);
}

/** A path of the application as an absolute link. */
export function absolute(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}${path}`;
}
