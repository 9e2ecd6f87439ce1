import { type Ask, type Caller, type Database, isRole, type Role } from '@colophon/core';
import { decodeRow } from '../rows/rows.ts';
import { demandedRoles } from '../users/factors/demanded-roles.ts';
import { noteUse } from '../verdicts/note-use.ts';
import type { Verdict } from '../verdicts/verdict-cache.ts';
import { operationScopes } from './agent-scopes.ts';
import { askOf, lesserRole } from './approve-agent.ts';
import { OAuthGrant } from './oauth-grant.ts';

/** A grant that is in force, with its person and client. */
interface LiveGrant {
  readonly id: string;
  readonly userId: string;
  readonly userName: string;
  readonly tenantId: string | null;
  readonly scopes: readonly string[];
  readonly role: Role;
  readonly ask: Ask | null;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
  readonly clientId: string;
  readonly clientName: string;
  readonly host: string | null;
}

/** Evaluates an access token of an agent that was sent to `path`, in one read. The token is for that path, or one above it. */
export function readAgentVerdict(database: Database) {
  return async (hash: string, now: Date): Promise<Verdict | undefined> => {
    const found = await readGrant(database, { hash }, now);
    if (!found) return undefined;
    const { caller, until, resource } = found;
    return { caller, lifetime: Date.parse(until) - now.getTime(), resource };
  };
}

/** The person and their agent by a grant, for work that goes on after the request; undefined if it is not in force any more. */
export async function agentNow(database: Database, grantId: string, now: Date): Promise<Caller | undefined> {
  return (await readGrant(database, { grantId }, now))?.caller;
}

async function readGrant(
  database: Database,
  by: { hash: string } | { grantId: string },
  now: Date,
): Promise<{ caller: Caller; until: string; resource: string | undefined } | undefined> {
  const grants = database.dialect.builder
    .selectFrom('oauth_grants as g')
    .innerJoin('oauth_clients as c', 'c.id', 'g.clientId')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'g.userId').onRef('u.accessEpoch', '=', 'g.accessEpoch'))
    .innerJoin('memberships as m', (join) =>
      join
        .onRef('m.userId', '=', 'g.userId')
        .on((each) =>
          each.or([
            each('m.tenantId', '=', each.ref('g.tenantId')),
            each.and([each('m.tenantId', 'is', null), each('g.tenantId', 'is', null)]),
          ]),
        ),
    )
    .leftJoin('second_factor_rules as f', (join) =>
      join
        .onRef('f.role', '=', 'm.role')
        .on((each) =>
          each.or([
            each('f.tenantId', '=', each.ref('g.tenantId')),
            each.and([each('f.tenantId', 'is', null), each('g.tenantId', 'is', null)]),
          ]),
        ),
    )
    .leftJoin('tenants as n', 'n.id', 'g.tenantId')
    .select(['g.id as id', 'g.userId as userId', 'g.tenantId as tenantId', 'g.scopes as scopes', 'g.role as role', 'g.ask as ask'])
    .select(['g.expiresAt as expiresAt', 'g.lastUsedAt as lastUsedAt', 'g.secondFactorAt as secondFactorAt'])
    .select(['u.name as userName', 'm.role as standing', 'f.id as ruleId'])
    .select(['c.clientId as clientId', 'c.name as clientName', 'c.host as host'])
    .where('g.revokedAt', 'is', null)
    .where('u.disabledAt', 'is', null)
    .where('c.blockedAt', 'is', null)
    .where((each) =>
      each.or([
        each('n.agents', 'is', null),
        each('n.agents', '=', 'any'),
        each.and([each('n.agents', '=', 'pinned'), each('c.kind', '=', 'pinned')]),
      ]),
    );
  const query =
    'hash' in by
      ? grants
          .innerJoin('oauth_tokens as t', 't.grantId', 'g.id')
          .select(['t.expiresAt as tokenExpiresAt', 't.resource as resource'])
          .where('t.hash', '=', by.hash)
          .where('t.kind', '=', 'access')
      : grants.where('g.id', '=', by.grantId);
  const row = await database.first(query.compile());
  if (!row || !isRole(row['standing'])) return undefined;
  const { standing, ruleId, secondFactorAt, tokenExpiresAt = null, resource, ...columns } = row;
  const grant = decodeRow<LiveGrant>(database, OAuthGrant.definition, columns);
  const tokenEnd = tokenExpiresAt === null ? grant.expiresAt : String(database.dialect.decode('datetime', tokenExpiresAt));
  const until = tokenEnd < grant.expiresAt ? tokenEnd : grant.expiresAt;
  if (until <= now.toISOString()) return undefined;
  const isDemanded = ruleId !== null || database.ports.use(demandedRoles).includes(standing);
  if (isDemanded && secondFactorAt === null) return undefined;
  noteUse(database, { table: 'oauth_grants', id: grant.id, lastUsedAt: grant.lastUsedAt, now });
  return { caller: callerOf(grant, standing), until, resource: typeof resource === 'string' ? resource : undefined };
}

function callerOf(grant: LiveGrant, standing: Role): Caller {
  const scopes = operationScopes(grant.scopes);
  const role = lesserRole(grant.role, standing);
  // Whoever has lost the role with which they decided never to be asked, is asked again.
  const ask = askOf(grant.ask ?? 'destructive', { scopes, role });
  const agent = { grantId: grant.id, clientId: grant.clientId, name: grant.clientName, verifiedHost: grant.host, scopes, role, ask };
  // Whatever asks for an admin, in whichever way, refuses an agent without the scope.
  const acting = scopes.includes('admin') ? role : lesserRole(role, 'editor');
  return { kind: 'user', id: grant.userId, name: grant.userName, tenantId: grant.tenantId, role: acting, agent };
}
