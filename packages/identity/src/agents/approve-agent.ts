import { randomBytes } from 'node:crypto';
import { type Ask, type Database, ForbiddenError, type Role, ROLES } from '@colophon/core';
import { callBy, type Decider, requireDecider } from '../grant/decider.ts';
import { recordChange } from '../security/record-event.ts';
import { type TenantAgents, Tenants } from '../tenants/tenant.ts';
import { hashToken } from '../tokens/token-format.ts';
import { type AgentScope, agentScopes } from './agent-scopes.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { endTokens, isLive } from './end-grant.ts';
import { CODE_MS, OAuthCodes } from './oauth-code.ts';
import { type OAuthGrant, OAuthGrants, UNUSED_GRANT_MS } from './oauth-grant.ts';
import { destinationOf } from './redirect-uri.ts';

/** What a person decided about an agent. */
export interface AgentApproval {
  readonly request: AuthorizationRequest;
  readonly tenantId: string | null;
  /** The highest role of the agent. */
  readonly role: Role;
  /** Before what the person wants to be asked. */
  readonly ask: Ask;
  /** What the person allows, whatever was asked for. */
  readonly scopes: readonly AgentScope[];
  readonly by: Decider;
  readonly now: Date;
}

/**
 * Lets an agent act for a person in a tenant, and returns the code that its client exchanges for tokens. The person's former grant to the
 * same client there is replaced, with the tokens that it has if it had not ended.
 *
 * @throws as `requireDecider`
 */
export async function approveAgent(database: Database, approval: AgentApproval): Promise<string> {
  const { request, tenantId, by, now } = approval;
  return database.transaction(async () => {
    const { role, accessEpoch } = await requireDecider(database, by, tenantId);
    await requireAllowed(database, request, tenantId);
    const call = callBy(by, { tenantId, now, operation: 'oauth_grants.approve' });
    const grants = new OAuthGrants(database, call);
    const { client } = request;
    await database.lock(`oauth-grant:${by.userId}:${client.id}:${tenantId ?? ''}`);
    const known = await findGrant(database, { userId: by.userId, clientId: client.id, tenantId });
    const former = known && (await grants.getForUpdate(known.id));
    const scopes = agentScopes(approval.scopes);
    const atMost = lesserRole(approval.role, role);
    const values = {
      scopes,
      role: atMost,
      ask: askOf(approval.ask, { scopes, role: atMost }),
      accessEpoch,
      secondFactorAt: by.secondFactorAt ?? null,
      approvedAt: now.toISOString(),
      expiresAt: new Date(now.getTime() + UNUSED_GRANT_MS).toISOString(),
      revokedAt: null,
    };
    const isNew = !former || !isLive(former, { now, accessEpoch });
    if (former && isNew) await endTokens(database, former.id, call);
    const grant = former
      ? await Object.assign(former, values).save()
      : await grants.add({ ...values, userId: by.userId, clientId: client.id, tenantId });
    if (isNew) {
      const data = { grantId: grant.id, name: client.name, host: client.host ?? destinationOf(request.redirectUri) };
      await recordChange(database, call, { kind: 'agent.connected', userId: by.userId, tenantId, data });
    }
    return issueCode(database, grant, request, now);
  });
}

/**
 * A code for an agent that the person has connected before and that asks for nothing more; undefined if the person has to be asked.
 *
 * @throws as `requireDecider`
 */
export async function continueAgent(
  database: Database,
  { request, tenantId, by, now }: Omit<AgentApproval, 'ask' | 'role' | 'scopes'>,
): Promise<string | undefined> {
  return database.transaction(async () => {
    const { accessEpoch } = await requireDecider(database, by, tenantId);
    await requireAllowed(database, request, tenantId);
    const known = await findGrant(database, { userId: by.userId, clientId: request.client.id, tenantId });
    const call = callBy(by, { tenantId, now, operation: 'oauth_grants.continue' });
    const grant = known && (await new OAuthGrants(database, call).getForUpdate(known.id));
    if (!grant || !isLive(grant, { now, accessEpoch })) return undefined;
    if (!request.scopes.every((scope) => grant.scopes.includes(scope))) return undefined;
    return issueCode(database, grant, request, now);
  });
}

/** Requires that a tenant allows the program of a request. @throws ForbiddenError */
async function requireAllowed(database: Database, { client }: AuthorizationRequest, tenantId: string | null): Promise<void> {
  const tenant = tenantId === null ? undefined : await new Tenants(database).get(tenantId);
  const agents: TenantAgents | null = tenant?.agents ?? null;
  // Tenants of before this could be set have no value.
  if (agents === null || agents === 'any' || (agents === 'pinned' && client.kind === 'pinned')) return;
  throw new ForbiddenError(
    agents === 'off'
      ? 'Agents cannot be connected to this tenant.'
      : 'Only agents that the operator has chosen can be connected to this tenant.',
    { hint: 'Ask your administrator.' },
  );
}

async function findGrant(
  database: Database,
  { userId, clientId, tenantId }: { userId: string; clientId: string; tenantId: string | null },
): Promise<OAuthGrant | undefined> {
  const where = { userId, clientId, tenantId: tenantId ?? { null: true as const } };
  return (await new OAuthGrants(database).list({ where, limit: 1 }))[0];
}

async function issueCode(database: Database, grant: OAuthGrant, request: AuthorizationRequest, now: Date): Promise<string> {
  const code = randomBytes(32).toString('base64url');
  await new OAuthCodes(database).add({
    hash: hashToken(code),
    grantId: grant.id,
    redirectUri: request.redirectUri,
    challenge: request.challenge,
    resource: request.resource,
    expiresAt: new Date(now.getTime() + CODE_MS).toISOString(),
  });
  return code;
}

/** Only an admin decides never to be asked, for an agent that administers. */
export function askOf(ask: Ask, { scopes, role }: { readonly scopes: readonly string[]; readonly role: Role }): Ask {
  return ask === 'never' && !(role === 'admin' && scopes.includes('admin')) ? 'destructive' : ask;
}

/** The role with fewer permissions. */
export function lesserRole(one: Role, other: Role): Role {
  return ROLES.indexOf(one) < ROLES.indexOf(other) ? one : other;
}
