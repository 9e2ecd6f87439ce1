import { type Call, type Database, SYSTEM_CALL } from '@colophon/core';
import { endCallsOfGrant } from '@colophon/core/approvals';
import { recordChange } from '../security/record-event.ts';
import { actingIn } from '../tenants/acting-in.ts';
import { hashToken } from '../tokens/token-format.ts';
import { verdictsOf } from '../verdicts/verdict-cache.ts';
import { OAuthClients } from './oauth-client.ts';
import { type OAuthGrant, OAuthGrants } from './oauth-grant.ts';

/** Whether a grant still permits something, for an account that is in this epoch. */
export function isLive(grant: OAuthGrant, { now, accessEpoch }: { now: Date; accessEpoch: number }): boolean {
  return grant.revokedAt === null && grant.accessEpoch === accessEpoch && grant.expiresAt > now.toISOString();
}

/**
 * Ends a grant with all its tokens: immediately in this process, within two seconds in every other. Idempotent.
 *
 * @param why recorded with it: `reused` if a code was used twice
 */
export async function endGrant(database: Database, id: string, call: Call = SYSTEM_CALL, why?: 'reused'): Promise<void> {
  await database.transaction(async () => {
    const known = await new OAuthGrants(database).get(id);
    const grant = known && (await new OAuthGrants(database, actingIn(call, known.tenantId)).getForUpdate(id));
    if (!grant || grant.revokedAt !== null) return;
    grant.revokedAt = call.now().toISOString();
    await grant.save();
    await endTokens(database, id, call);
    const client = await new OAuthClients(database).get(grant.clientId);
    const data = { grantId: id, name: client?.name ?? '', host: client?.host ?? '', ...(why ? { why } : {}) };
    await recordChange(database, call, { kind: 'agent.revoked', userId: grant.userId, tenantId: grant.tenantId, data });
  });
}

/**
 * Deletes the tokens and codes of a grant, and ends the calls that wait for its person, in the ambient transaction that holds it: a grant that
 * is given again must not revive them.
 */
export async function endTokens(database: Database, grantId: string, call: Call): Promise<void> {
  await endCallsOfGrant(database, grantId, { ...SYSTEM_CALL, now: call.now });
  const { builder } = database.dialect;
  for (const table of ['oauth_tokens', 'oauth_codes'])
    await database.run(builder.deleteFrom(table).where('grantId', '=', grantId).compile());
  database.afterCommit(() => verdictsOf(database).forget());
}

/** Ends the family of a token that its client gives back; nothing happens if it is unknown. */
export async function endFamilyOf(database: Database, token: string): Promise<void> {
  await database.transaction(async () => {
    const query = database.dialect.builder.selectFrom('oauth_tokens').select(['grantId', 'family']).where('hash', '=', hashToken(token));
    const found = await database.first(query.compile());
    // The same order of locks as when tokens are issued: none follows from one that is being revoked.
    if (!found || !(await new OAuthGrants(database).getForUpdate(String(found['grantId'])))) return;
    await endFamily(database, String(found['family']));
  });
}

/** Deletes the tokens that follow from one code. */
export async function endFamily(database: Database, family: string): Promise<void> {
  await database.run(database.dialect.builder.deleteFrom('oauth_tokens').where('family', '=', family).compile());
  database.afterCommit(() => verdictsOf(database).forget());
}
