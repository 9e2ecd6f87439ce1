import type { Caller, Database } from '@colophon/core';
import { decodeRow } from '../rows/rows.ts';
import { agentNow } from '../agents/read-agent-token.ts';
import { ApiToken } from '../tokens/api-token.ts';
import type { LiveToken } from '../tokens/read-api-token.ts';
import { standingOf } from '../users/standing.ts';

/** A user or token that was authenticated earlier. */
export interface FormerCaller {
  readonly kind: 'user' | 'token';
  readonly id: string;
  readonly tenantId: string | null;
  /** The grant of the agent through which they acted; absent or null if they did so themselves. */
  readonly grantId?: string | null | undefined;
}

/**
 * Returns the current permissions of an earlier caller in their tenant, for work that continues after the request. Ending a session does
 * not affect it; closing the account, losing the tenant or revoking the token does.
 *
 * @returns undefined if they have no permissions there any more
 */
export async function callerNow(
  database: Database,
  { kind, id, tenantId, grantId }: FormerCaller,
  now: () => Date = () => new Date(),
): Promise<Caller | undefined> {
  if (kind === 'token') return tokenNow(database, { id, tenantId }, now());
  if (typeof grantId === 'string') return agentNow(database, grantId, now());
  const standing = await standingOf(database, id, tenantId);
  if (!standing) return undefined;
  const user = await database.first(database.dialect.builder.selectFrom('users').select('name').where('id', '=', id).compile());
  return user && { kind, id, name: String(user['name']), tenantId, role: standing.role };
}

async function tokenNow(
  database: Database,
  { id, tenantId }: Pick<FormerCaller, 'id' | 'tenantId'>,
  now: Date,
): Promise<Caller | undefined> {
  const { builder } = database.dialect;
  const columns = ['id', 'name', 'role', 'tenantId', 'expiresAt', 'revokedAt'] as const;
  const row = await database.first(builder.selectFrom('api_tokens').select(columns).where('id', '=', id).compile());
  if (!row || row['revokedAt'] !== null) return undefined;
  const token = decodeRow<LiveToken>(database, ApiToken.definition, row);
  if (token.tenantId !== tenantId || (token.expiresAt !== null && token.expiresAt <= now.toISOString())) return undefined;
  return { kind: 'token', id, name: token.name, tenantId, role: token.role };
}
