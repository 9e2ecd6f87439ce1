import { type Database, isRole, NotFoundError, type Role, ROLES, ValidationError } from '@colophon/core';
import { Tenants } from '../tenants/tenant.ts';
import { type ApiToken, ApiTokens, expiryOf } from './api-token.ts';

/** The input of `createToken`. */
export interface NewToken {
  readonly database: Database;
  readonly role: Role;
  /** The tenant of the token; null or absent is the global rows. */
  readonly tenantId?: string | null | undefined;
  /** Its purpose; shown in lists and in the audit log. Default: `token`. */
  readonly name?: string | undefined;
  /** ISO 8601; null or absent never expires. */
  readonly expiresAt?: string | null | undefined;
}

/**
 * Creates an API token and returns the token itself, the only time that it is visible.
 *
 * @throws ValidationError for an unknown role or an invalid expiry
 * @throws NotFoundError for an unknown tenant
 *
 * @example
 * const { id, token } = await createToken({ database, role: 'editor', name: 'Importer' });
 */
export async function createToken({ database, role, tenantId, name, expiresAt }: NewToken): Promise<{ id: string; token: string }> {
  if (!isRole(role)) throw ValidationError.of([{ pointer: '/role', code: 'unknown_role', detail: `must be one of ${ROLES.join(', ')}` }]);
  const expiry = expiryOf(expiresAt);
  if (tenantId !== undefined && tenantId !== null) await new Tenants(database).require(tenantId);
  const { record, token } = await new ApiTokens(database).mint({
    name: name ?? 'token',
    role,
    tenantId: tenantId ?? null,
    expiresAt: expiry,
  });
  return { id: record.id, token };
}

/** Every API token of a tenant (null: the global ones), or without a tenant all of them; newest first, never the secrets. */
export async function listTokens({ database, tenantId }: { database: Database; tenantId?: string | null }): Promise<ApiToken[]> {
  const tokens = new ApiTokens(database);
  const result: ApiToken[] = [];
  const filter = tenantId === undefined ? {} : { where: { tenantId: tenantId === null ? { null: true } : tenantId } };
  for (let cursor: string | undefined; ;) {
    const page = await tokens.page({ ...filter, limit: 500, count: 'none', ...(cursor === undefined ? {} : { cursor }) });
    result.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined) return result;
  }
}

/**
 * Revokes a token: immediately in this process, within two seconds in every other. Idempotent.
 *
 * @throws NotFoundError if there is no such token
 */
export async function revokeToken({ database, id }: { database: Database; id: string }): Promise<ApiToken> {
  return database.transaction(async () => {
    const token = await new ApiTokens(database).getForUpdate(id);
    if (!token) throw new NotFoundError(`There is no token ${id}.`, { hint: 'List the tokens to find its id.' });
    return token.revoke();
  });
}
