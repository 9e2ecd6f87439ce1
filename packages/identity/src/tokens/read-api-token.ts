import { type Caller, type Database, type Role } from '@colophon/core';
import { decodeRow } from '../rows/rows.ts';
import { noteUse } from '../verdicts/note-use.ts';
import type { Verdict } from '../verdicts/verdict-cache.ts';
import { ApiToken } from './api-token.ts';

const COLUMNS = ['id', 'name', 'role', 'tenantId', 'expiresAt', 'revokedAt', 'lastUsedAt', 'created_at'] as const;

/** The content of a valid API token's row. */
export interface LiveToken {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly tenantId: string | null;
  readonly expiresAt: string | null;
  readonly created_at: string;
}

/** The API token with this hash, in one read of a unique index; undefined if it is unknown, expired or revoked. */
export async function readApiToken(database: Database, hash: string, now: Date): Promise<LiveToken | undefined> {
  const { builder } = database.dialect;
  const row = await database.first(builder.selectFrom('api_tokens').select(COLUMNS).where('hash', '=', hash).compile());
  if (!row || row['revokedAt'] !== null) return undefined;
  const token = decodeRow<LiveToken & { lastUsedAt: string | null }>(database, ApiToken.definition, row);
  if (token.expiresAt !== null && token.expiresAt <= now.toISOString()) return undefined;
  noteUse(database, { table: 'api_tokens', id: token.id, lastUsedAt: token.lastUsedAt, now });
  return token;
}

/** Evaluates an API token. */
export function readApiTokenVerdict(database: Database) {
  return async (hash: string, now: Date): Promise<Verdict | undefined> => {
    const token = await readApiToken(database, hash, now);
    if (!token) return undefined;
    const caller: Caller = { kind: 'token', id: token.id, name: token.name, tenantId: token.tenantId, role: token.role };
    return { caller, lifetime: token.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(token.expiresAt) - now.getTime() };
  };
}
