import { type Database, isRole, NotFoundError, type Role, ROLES, toTimestamp, ValidationError } from '@colophon/core';
import { Tenants } from '../tenants/tenant.ts';
import { type ApiToken, ApiTokens } from './api-token.ts';
import { mintToken } from './token-format.ts';

/** What `createToken` is told. */
export interface NewToken {
  readonly database: Database;
  readonly role: Role;
  /** The tenant it acts in; null or absent acts on global rows. */
  readonly tenantId?: string | null | undefined;
  /** What it is for; shown in lists and in the audit log. Default: `token`. */
  readonly name?: string | undefined;
  /** ISO 8601; null or absent never expires. */
  readonly expiresAt?: string | null | undefined;
}

/**
 * Makes an API token and answers with the token itself, the only time that it can be seen.
 *
 * @throws ValidationError for an unknown role or a moment of expiry that cannot be read
 * @throws NotFoundError for an unknown tenant
 *
 * @example
 * const { id, token } = await createToken({ database, role: 'editor', name: 'Importer' });
 */
export async function createToken({ database, role, tenantId, name, expiresAt }: NewToken): Promise<{ id: string; token: string }> {
  if (!isRole(role)) throw ValidationError.of([{ pointer: '/role', code: 'unknown_role', detail: `must be one of ${ROLES.join(', ')}` }]);
  const expiry = expiresAt === undefined || expiresAt === null ? null : toTimestamp(expiresAt);
  if (expiry === undefined) {
    throw ValidationError.of([{ pointer: '/expiresAt', code: 'not_a_time', detail: 'must be a time such as 2027-01-31T12:00:00Z' }]);
  }
  if (tenantId !== undefined && tenantId !== null) await new Tenants(database).require(tenantId);
  const { token, hash, prefix } = mintToken('api');
  const made = await new ApiTokens(database).add({
    name: name ?? 'token',
    role,
    tenantId: tenantId ?? null,
    hash,
    prefix,
    expiresAt: expiry,
  });
  return { id: made.id, token };
}

/** Every API token of a tenant (null: the global ones), or without a tenant all there are; newest first, never the secrets. */
export async function listTokens({ database, tenantId }: { database: Database; tenantId?: string | null }): Promise<ApiToken[]> {
  const tokens = new ApiTokens(database);
  const all: ApiToken[] = [];
  const filter = tenantId === undefined ? {} : { where: { tenantId: tenantId === null ? { null: true } : tenantId } };
  for (let cursor: string | undefined; ;) {
    const page = await tokens.page({ ...filter, limit: 500, count: 'none', ...(cursor === undefined ? {} : { cursor }) });
    all.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined) return all;
  }
}

/**
 * Ends a token: at once in this process, within two seconds in every other. Revoking it again changes nothing.
 *
 * @throws NotFoundError when there is no such token
 */
export async function revokeToken({ database, id }: { database: Database; id: string }): Promise<ApiToken> {
  return database.transaction(async () => {
    const found = await new ApiTokens(database).getForUpdate(id);
    if (!found) throw new NotFoundError(`There is no token ${id}.`, { hint: 'List the tokens to find its id.' });
    return found.revoke();
  });
}
