import { type Caller, type Database, isRole } from '@colophon/core';
import type { Verdict } from '../sessions/verdict-cache.ts';

/** How coarse `lastUsedAt` is: a token in use costs one small write in this time. */
const USE_GRAIN_MS = 3_600_000;

const COLUMNS = ['id', 'name', 'role', 'tenantId', 'expiresAt', 'revokedAt', 'lastUsedAt'] as const;

/** The verdict on the API token with this hash, by one read of a unique index; undefined when it does not hold. */
export async function readApiToken(database: Database, hash: string, now: Date): Promise<Verdict | undefined> {
  const { builder } = database.dialect;
  const row = await database.first(builder.selectFrom('api_tokens').select(COLUMNS).where('hash', '=', hash).compile());
  if (!row || row['revokedAt'] !== null || !isRole(row['role'])) return undefined;
  const expiresAt = momentOf(database, row['expiresAt']);
  if (expiresAt !== undefined && expiresAt <= now.getTime()) return undefined;
  const lastUsed = momentOf(database, row['lastUsedAt']);
  if (lastUsed === undefined || now.getTime() - lastUsed >= USE_GRAIN_MS) noteUse(database, String(row['id']), now);
  const caller: Caller = {
    kind: 'token',
    id: String(row['id']),
    name: String(row['name']),
    tenantId: typeof row['tenantId'] === 'string' ? row['tenantId'] : null,
    role: row['role'],
  };
  return { caller, lifetime: expiresAt === undefined ? Number.POSITIVE_INFINITY : expiresAt - now.getTime() };
}

function momentOf(database: Database, value: unknown): number | undefined {
  if (value === null || value === undefined) return undefined;
  return Date.parse(String(database.dialect.decode('datetime', value)));
}

/** Written beside the request, which does not wait for it: when it was last used is worth no failed request. */
function noteUse(database: Database, id: string, now: Date): void {
  const { dialect } = database;
  const earlier = dialect.encode('datetime', new Date(now.getTime() - USE_GRAIN_MS).toISOString());
  const query = dialect.builder
    .updateTable('api_tokens')
    .set({ lastUsedAt: dialect.encode('datetime', now.toISOString()) })
    .where('id', '=', id)
    .where((each) => each.or([each('lastUsedAt', 'is', null), each('lastUsedAt', '<=', earlier)]));
  database.run(query.compile()).catch(() => undefined);
}
