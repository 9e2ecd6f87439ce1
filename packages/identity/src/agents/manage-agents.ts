import { type Ask, type Call, type Database, NotFoundError, type Role, SYSTEM_CALL } from '@colophon/core';
import { decodeRow, moment } from '../rows/rows.ts';
import { actingIn } from '../tenants/acting-in.ts';
import { type TenantAgents, Tenants } from '../tenants/tenant.ts';
import { type AgentScope, agentScopes } from './agent-scopes.ts';
import { askOf, lesserRole } from './approve-agent.ts';
import { endGrant } from './end-grant.ts';
import { type ClientKind, type OAuthClient, OAuthClients } from './oauth-client.ts';
import { OAuthGrant, OAuthGrants } from './oauth-grant.ts';

/** The maximum number of agents in a list. */
const SHOWN = 1000;

/** An agent that somebody has connected. */
export interface ConnectedAgent {
  /** The id of the grant. */
  readonly id: string;
  readonly userId: string;
  readonly userName: string;
  readonly userEmail: string;
  readonly clientId: string;
  readonly kind: ClientKind;
  readonly name: string;
  /** The host that vouches for it; null if it registered itself. */
  readonly host: string | null;
  readonly tenantId: string | null;
  readonly tenantSlug: string | null;
  readonly scopes: readonly AgentScope[];
  readonly role: Role;
  /** Before what its person is asked. */
  readonly ask: Ask;
  readonly approvedAt: string;
  /** To the hour; null if it was not used yet. */
  readonly lastUsedAt: string | null;
}

/** The agents of a person, or of a tenant (null: those on global records), or without either all of them; newest first, at most 1,000. */
export async function connectedAgents(
  database: Database,
  { userId, tenantId, now = new Date() }: { userId?: string; tenantId?: string | null; now?: Date } = {},
): Promise<ConnectedAgent[]> {
  let query = database.dialect.builder
    .selectFrom('oauth_grants as g')
    .innerJoin('oauth_clients as c', 'c.id', 'g.clientId')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'g.userId').onRef('u.accessEpoch', '=', 'g.accessEpoch'))
    .leftJoin('tenants as t', 't.id', 'g.tenantId')
    .select(['g.id as id', 'g.userId as userId', 'g.tenantId as tenantId', 'g.scopes as scopes', 'g.role as role', 'g.ask as ask'])
    .select(['g.approvedAt as approvedAt', 'g.lastUsedAt as lastUsedAt', 'u.name as userName', 'u.email as userEmail'])
    .select(['c.clientId as clientId', 'c.kind as kind', 'c.name as name', 'c.host as host', 't.slug as tenantSlug'])
    .where('g.revokedAt', 'is', null)
    .where('g.expiresAt', '>', moment(database, now))
    .orderBy('g.approvedAt', 'desc')
    .orderBy('g.id', 'desc')
    .limit(SHOWN);
  if (userId !== undefined) query = query.where('g.userId', '=', userId);
  if (tenantId !== undefined) query = query.where('g.tenantId', tenantId === null ? 'is' : '=', tenantId);
  return (await database.all(query.compile())).map((row) => {
    const { ask, ...agent } = decodeRow<Omit<ConnectedAgent, 'ask'> & { ask: Ask | null }>(database, OAuthGrant.definition, row);
    return { ...agent, ask: ask ?? 'destructive' };
  });
}

/** Disconnects an agent: immediately in this process, within two seconds in every other. Idempotent. @throws NotFoundError */
export async function revokeAgent(database: Database, id: string, call: Call = SYSTEM_CALL): Promise<void> {
  if (!(await new OAuthGrants(database).get(id))) throw unknownAgent(id);
  await endGrant(database, id, call);
}

/**
 * Takes scopes or a role from an agent, or asks its person before more, from its next call on; none is given that it does not have.
 *
 * @throws NotFoundError
 */
export async function narrowAgent(
  database: Database,
  { id, scopes, role, ask, call = SYSTEM_CALL }: { id: string; scopes: readonly string[]; role: Role; ask?: Ask | undefined; call?: Call },
): Promise<void> {
  await database.transaction(async () => {
    const known = await new OAuthGrants(database).get(id);
    const grant = known && (await new OAuthGrants(database, actingIn(call, known.tenantId)).getForUpdate(id));
    if (!grant) throw unknownAgent(id);
    grant.scopes = agentScopes(grant.scopes.filter((scope) => scopes.includes(scope)));
    grant.role = lesserRole(grant.role, role);
    grant.ask = askOf(stricterAsk(grant.ask ?? 'destructive', ask), grant);
    await grant.save();
  });
}

/** Of two, the one that asks before more. */
function stricterAsk(present: Ask, wanted: Ask = present): Ask {
  const strictest: readonly Ask[] = ['writes', 'destructive', 'never'];
  return strictest.indexOf(wanted) < strictest.indexOf(present) ? wanted : present;
}

/**
 * Blocks a program: nobody can connect it, and what it has been granted is of no use, until it is pinned. Idempotent.
 *
 * @throws NotFoundError if it is not known
 */
export async function blockAgent(database: Database, clientId: string, call: Call = SYSTEM_CALL): Promise<OAuthClient> {
  return database.transaction(async () => {
    const clients = new OAuthClients(database, call);
    const found = await clients.find({ clientId });
    const client = found && (await clients.getForUpdate(found.id));
    if (!client) throw new NotFoundError(`No program ${clientId.slice(0, 200)} has been connected here.`);
    client.blockedAt ??= call.now().toISOString();
    return client.save();
  });
}

/** Sets which agents may act in a tenant, from their next call on. @throws NotFoundError */
export async function setTenantAgents(
  database: Database,
  { tenantId, agents, call = SYSTEM_CALL }: { tenantId: string; agents: TenantAgents; call?: Call },
): Promise<void> {
  await new Tenants(database, call).update(tenantId, { agents });
}

function unknownAgent(id: string): NotFoundError {
  return new NotFoundError(`There is no connected agent ${id.slice(0, 100)}.`, { hint: 'List the agents to find its id.' });
}
