import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { type Database, makeCall } from '@colophon/core';
import { decodeRow, moment } from '../rows/rows.ts';
import { hashToken, mintToken, tokenKind } from '../tokens/token-format.ts';
import { currentEpoch } from '../users/end-access.ts';
import { AGENT_SCOPES } from './agent-scopes.ts';
import { endFamily, endGrant, isLive } from './end-grant.ts';
import type { OAuthClient } from './oauth-client.ts';
import { OAuthCode } from './oauth-code.ts';
import { OAuthError } from './oauth-error.ts';
import { type OAuthGrant, OAuthGrants, UNUSED_GRANT_MS } from './oauth-grant.ts';
import { ACCESS_MS, OAuthToken, OAuthTokens, REFRESH_MS, REPEAT_MS } from './oauth-token.ts';

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/;

/** What a client gets for a code or a refresh token. */
export interface IssuedTokens {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly expiresIn: number;
  readonly scope: string;
}

/** A request for tokens, with the parameters that bind it to the one for authorization. */
interface TokenRequest {
  readonly client: OAuthClient;
  /** As the client repeats it; undefined if it does not. */
  readonly resource: string | undefined;
  readonly now: Date;
}

/** The outcome of a transaction that keeps its changes although the client is refused. */
type Outcome = { readonly tokens: IssuedTokens } | { readonly refused: string };

const UNKNOWN = 'The code is unknown, has expired or was used, or it belongs to another request.';

/**
 * Exchanges an authorization code for tokens, once: of fifty concurrent requests one gets them. Whoever sends a code a second time has read
 * it somewhere, so all tokens that follow from it end.
 *
 * @throws OAuthError `invalid_grant`
 */
export async function exchangeCode(
  database: Database,
  { client, resource, now, ...sent }: TokenRequest & { code: string; redirectUri: string | undefined; verifier: string },
): Promise<IssuedTokens> {
  const outcome = await database.transaction(async (): Promise<Outcome> => {
    const found = await findCode(database, sent.code);
    const grant = found && (await lockGrant(database, found.grantId));
    // Read again: the grant may have ended, with its codes, while its lock was awaited.
    const code = grant && (await findCode(database, sent.code));
    if (!code || !grant || grant.clientId !== client.id) return { refused: UNKNOWN };
    if (code.usedAt !== null) {
      await endGrant(database, grant.id, makeCall({ now: () => now }), 'reused');
      return { refused: UNKNOWN };
    }
    const isSame = code.redirectUri === sent.redirectUri && (resource === undefined || resource === code.resource);
    if (!isSame || !VERIFIER.test(sent.verifier) || challengeOf(sent.verifier) !== code.challenge) return { refused: UNKNOWN };
    if (code.expiresAt <= now.toISOString() || !(await isCurrent(database, grant, now))) return { refused: UNKNOWN };
    const used = database.dialect.builder
      .updateTable('oauth_codes')
      .set({ usedAt: moment(database, now) })
      .where('id', '=', code.id);
    await database.run(used.where('usedAt', 'is', null).compile());
    return {
      tokens: await issue(database, grant, {
        family: randomBytes(16).toString('hex'),
        resource: code.resource,
        now,
        secrets: randomSecrets(),
      }),
    };
  });
  return issuedBy(outcome);
}

/**
 * Exchanges a refresh token for the next pair. For ten seconds the same exchange has the same result, since the answer may have been lost;
 * later somebody has a copy, so the family ends.
 *
 * @param secret of the application: the next tokens follow from it and the present one
 * @throws OAuthError `invalid_grant`
 */
export async function refreshTokens(
  database: Database,
  { client, resource, now, ...sent }: TokenRequest & { refreshToken: string; scope: string | undefined; secret: string },
): Promise<IssuedTokens> {
  if (tokenKind(sent.refreshToken) !== 'refresh') throw new OAuthError('invalid_grant', UNKNOWN_REFRESH);
  const outcome = await database.transaction(async (): Promise<Outcome> => {
    const found = await findRefreshToken(database, sent.refreshToken);
    const grant = found && (await lockGrant(database, found.grantId));
    const token = grant && (await findRefreshToken(database, sent.refreshToken));
    if (!token || !grant || grant.clientId !== client.id) return { refused: UNKNOWN_REFRESH };
    if (token.expiresAt <= now.toISOString() || !(await isCurrent(database, grant, now))) return { refused: UNKNOWN_REFRESH };
    if (resource !== undefined && resource !== token.resource) throw new OAuthError('invalid_target', 'The token is for another resource.');
    refuseMore(sent.scope, grant);
    const issued = { family: token.family, resource: token.resource, now, secrets: nextSecrets(sent.refreshToken, sent.secret) };
    if (token.replacedAt === null) {
      const replaced = database.dialect.builder.updateTable('oauth_tokens').set({ replacedAt: moment(database, now) });
      await database.run(replaced.where('id', '=', token.id).compile());
      return { tokens: await issue(database, grant, issued) };
    }
    const isRepeated = now.getTime() - Date.parse(token.replacedAt) < REPEAT_MS;
    if (isRepeated) return { tokens: answerOf(grant, issued) };
    await endFamily(database, token.family);
    return { refused: UNKNOWN_REFRESH };
  });
  return issuedBy(outcome);
}

const UNKNOWN_REFRESH = 'The refresh token is unknown, has expired, was used or was revoked; connect again.';

function issuedBy(outcome: Outcome): IssuedTokens {
  if ('refused' in outcome) throw new OAuthError('invalid_grant', outcome.refused);
  return outcome.tokens;
}

interface Issue {
  readonly family: string;
  readonly resource: string;
  readonly now: Date;
  readonly secrets: { readonly access: Buffer; readonly refresh: Buffer };
}

/** Stores a pair of tokens, of which the second one only if the agent stays connected, and keeps the grant from ending unused. */
async function issue(database: Database, grant: OAuthGrant, parts: Issue): Promise<IssuedTokens> {
  const { family, resource, now } = parts;
  const tokens = answerOf(grant, parts);
  const stored = new OAuthTokens(database);
  const until = (milliseconds: number): string => new Date(now.getTime() + milliseconds).toISOString();
  const common = { grantId: grant.id, family, resource };
  await stored.add({ ...common, kind: 'access', hash: hashToken(tokens.accessToken), expiresAt: until(ACCESS_MS) });
  if (tokens.refreshToken !== undefined)
    await stored.add({ ...common, kind: 'refresh', hash: hashToken(tokens.refreshToken), expiresAt: until(REFRESH_MS) });
  const kept = database.dialect.builder.updateTable('oauth_grants').set({ expiresAt: moment(database, new Date(until(UNUSED_GRANT_MS))) });
  await database.run(kept.where('id', '=', grant.id).compile());
  return tokens;
}

function answerOf({ scopes }: OAuthGrant, { secrets }: Issue): IssuedTokens {
  return {
    accessToken: mintToken('agent', secrets.access).token,
    refreshToken: scopes.includes('offline_access') ? mintToken('refresh', secrets.refresh).token : undefined,
    expiresIn: ACCESS_MS / 1000,
    scope: AGENT_SCOPES.filter((scope) => scopes.includes(scope)).join(' '),
  };
}

function randomSecrets(): Issue['secrets'] {
  return { access: randomBytes(32), refresh: randomBytes(32) };
}

/** The same for the same token, and unknown to whoever does not have both it and the secret of the application. */
function nextSecrets(refreshToken: string, secret: string): Issue['secrets'] {
  const derived = (purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, refreshToken, `colophon agent ${purpose}`, 32));
  return { access: derived('access'), refresh: derived('refresh') };
}

/** A client that renews its tokens can ask for less, and gets what it was granted; not for more (RFC 6749 §6). */
function refuseMore(scope: string | undefined, { scopes }: OAuthGrant): void {
  const more = (scope ?? '').split(' ').filter((word) => word !== '' && !scopes.includes(word));
  if (more.length > 0) throw new OAuthError('invalid_scope', 'More was asked for than the person has allowed; ask them.');
}

/** The grant, locked: everything that follows from it is issued and ended one after the other. */
async function lockGrant(database: Database, id: string): Promise<OAuthGrant | undefined> {
  return new OAuthGrants(database).getForUpdate(id);
}

async function isCurrent(database: Database, grant: OAuthGrant, now: Date): Promise<boolean> {
  const accessEpoch = await currentEpoch(database, grant.userId);
  return accessEpoch !== undefined && isLive(grant, { now, accessEpoch });
}

type FoundCode = Pick<OAuthCode, 'id' | 'grantId' | 'redirectUri' | 'challenge' | 'resource' | 'expiresAt' | 'usedAt'>;

async function findCode(database: Database, code: string): Promise<FoundCode | undefined> {
  const columns = ['id', 'grantId', 'redirectUri', 'challenge', 'resource', 'expiresAt', 'usedAt'] as const;
  const query = database.dialect.builder.selectFrom('oauth_codes').select(columns).where('hash', '=', hashToken(code));
  const row = await database.first(query.compile());
  return row && decodeRow<FoundCode>(database, OAuthCode.definition, row);
}

type FoundToken = Pick<OAuthToken, 'id' | 'grantId' | 'family' | 'resource' | 'expiresAt' | 'replacedAt'>;

async function findRefreshToken(database: Database, token: string): Promise<FoundToken | undefined> {
  const columns = ['id', 'grantId', 'family', 'resource', 'expiresAt', 'replacedAt'] as const;
  const query = database.dialect.builder.selectFrom('oauth_tokens').select(columns).where('hash', '=', hashToken(token));
  const row = await database.first(query.where('kind', '=', 'refresh').compile());
  return row && decodeRow<FoundToken>(database, OAuthToken.definition, row);
}

/** The challenge of a verifier (RFC 7636 §4.6). */
function challengeOf(verifier: string): string {
  return createHash('sha256').update(verifier).digest('base64url');
}
