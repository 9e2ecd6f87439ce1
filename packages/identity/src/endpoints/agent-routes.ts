import { ColophonError, isAsk, isRole, NotFoundError, ValidationError } from '@colophon/core';
import { seeOther } from '@colophon/core/rest';
import { Hono } from 'hono';
import { AGENT_SCOPES } from '../agents/agent-scopes.ts';
import { type ConnectedAgent, connectedAgents, narrowAgent, revokeAgent } from '../agents/manage-agents.ts';
import { agentsPage, type AgentsShown } from '../pages/agents-page.ts';
import type { BrowserSession } from '../sign-in/port.ts';
import { needsSecondFactor } from '../users/factors/factor-rule.ts';
import { standingOf } from '../users/standing.ts';
import { callOf } from './factor-parts.ts';
import { actingUser, type Incoming } from './incoming.ts';
import { answerPage } from './page-answer.ts';
import { formToken, type IdentityParts } from './parts.ts';
import { readBody, textOf } from './read-body.ts';

/** The page of the account about agents. */
export const AGENTS_PATH = '/account/agents';

/** The page for listing agents, allowing them less and disconnecting them; for administrators, also those of others in their tenant. */
export function agentRoutes(parts: IdentityParts): Hono {
  const app = new Hono();
  app.get(AGENTS_PATH, (context) => answerPage(parts, context, show));
  app.post(AGENTS_PATH, (context) => answerPage(parts, context, take));
  return app;
}

async function show(parts: IdentityParts, request: Incoming): Promise<Response> {
  const session = await parts.signIn.currentUser(request.request);
  return session ? pageOf(parts, request, session) : seeOther(parts.signIn.signInPath(AGENTS_PATH));
}

async function take(parts: IdentityParts, request: Incoming): Promise<Response> {
  const body = await readBody(request.request);
  const session = await actingUser(parts, request, textOf(body, 'csrfToken'));
  const id = textOf(body, 'agentId') ?? '';
  const { database } = parts;
  try {
    const { own, others } = await agentsFor(parts, request, session);
    const isOwn = own.some((agent) => agent.id === id);
    if (!isOwn && !others?.some((agent) => agent.id === id)) throw new NotFoundError('This agent is not connected any more.');
    switch (textOf(body, 'action')) {
      case 'revoke':
        await revokeAgent(database, id, callOf(session, request, 'oauth_grants.revoke'));
        return seeOther(AGENTS_PATH);
      case 'narrow': {
        if (!isOwn) throw new NotFoundError('Only its own person allows an agent less; disconnect it instead.');
        const scopes = AGENT_SCOPES.filter((scope) => textOf(body, `scope-${scope}`) === 'on');
        const role = textOf(body, 'role');
        const ask = textOf(body, 'ask');
        await narrowAgent(database, {
          id,
          scopes,
          role: isRole(role) ? role : 'viewer',
          ...(isAsk(ask) ? { ask } : {}),
          call: callOf(session, request, 'oauth_grants.narrow'),
        });
        return seeOther(AGENTS_PATH);
      }
      default:
        throw ValidationError.of([{ pointer: '/action', code: 'unknown_action', detail: 'is not an action of this page' }]);
    }
  } catch (error) {
    if (!(error instanceof ColophonError) || error.status >= 500) throw error;
    return pageOf(parts, request, session, { fault: { message: error.message, hint: error.hint, status: error.status } });
  }
}

/** The agents that a person may disconnect. */
async function agentsFor(
  { database }: IdentityParts,
  { now }: Incoming,
  { user, tenantId, secondFactorAt }: BrowserSession,
): Promise<{ own: ConnectedAgent[]; others: ConnectedAgent[] | undefined }> {
  const own = await connectedAgents(database, { userId: user.id, now });
  const role = (await standingOf(database, user.id, tenantId))?.role;
  if (role !== 'admin' || (!secondFactorAt && (await needsSecondFactor(database, { role, tenantId })))) return { own, others: undefined };
  return { own, others: (await connectedAgents(database, { tenantId, now })).filter((agent) => agent.userId !== user.id) };
}

async function pageOf(
  parts: IdentityParts,
  request: Incoming,
  session: BrowserSession,
  more: Pick<AgentsShown, 'fault'> = {},
): Promise<Response> {
  const { own, others } = await agentsFor(parts, request, session);
  return agentsPage({
    appName: parts.appName,
    path: AGENTS_PATH,
    token: formToken(parts, session.sessionId),
    session,
    tenants: await parts.signIn.tenantsOf(session.user.id),
    agents: own,
    others,
    ...more,
  });
}
