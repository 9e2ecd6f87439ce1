import {
  type Call,
  ColophonError,
  type Database,
  ForbiddenError,
  isRole,
  makeCall,
  NotFoundError,
  type Role,
  ROLES,
  ValidationError,
} from '@colophon/core';
import { seeOther } from '@colophon/core/rest';
import { Hono } from 'hono';
import { invite as sendInvitation, withdrawInvitation } from '../links/invitations.ts';
import { openInvitations } from '../links/open-links.ts';
import { accountPage, type AccountShown } from '../pages/account-page.ts';
import { signedOutPage } from '../pages/oidc-pages.ts';
import { securityEventsOf } from '../security/events-of-person.ts';
import { clearSessionCookie } from '../sessions/cookie.ts';
import { endOtherAccess, revokeSession, sessionsOf } from '../sessions/revoke-session.ts';
import { Sessions } from '../sessions/session.ts';
import type { BrowserSession } from '../sign-in/port.ts';
import { UserIdentities } from '../users/user-identity.ts';
import { needsSecondFactor } from '../users/factors/factor-rule.ts';
import { SecondFactorRequiredError } from '../users/factors/second-factor-error.ts';
import { standingOf } from '../users/standing.ts';
import { actingUser, CLEAR_CACHE, type Incoming } from './incoming.ts';
import { shownProviders } from './identities-routes.ts';
import { inheritedFrom, type Header, signedInCookie } from './open-session.ts';
import { answerPage } from './page-answer.ts';
import { formToken, type IdentityParts } from './parts.ts';
import { readBody, type SentBody, textOf } from './read-body.ts';

const PATH = '/account';

/** The account page: the user's sessions with a way to end them, switching the tenant, and, for administrators, invitations. */
export function accountRoutes(parts: IdentityParts): Hono {
  const app = new Hono();
  app.get(PATH, (context) => answerPage(parts, context, showAccount));
  app.post(PATH, (context) => answerPage(parts, context, takeAccount));
  return app;
}

async function showAccount(parts: IdentityParts, request: Incoming): Promise<Response> {
  const session = await parts.signIn.currentUser(request.request);
  if (!session) return seeOther(parts.signIn.signInPath(PATH));
  return account(parts, request, session);
}

interface Sent {
  readonly body: SentBody;
  readonly session: BrowserSession;
  readonly call: Call;
}

async function takeAccount(parts: IdentityParts, request: Incoming): Promise<Response> {
  const body = await readBody(request.request);
  const session = await actingUser(parts, request, textOf(body, 'csrfToken'));
  const caller = { kind: 'user', id: session.user.id, name: session.user.name, tenantId: session.tenantId, role: null } as const;
  const call = makeCall({ caller, requestId: request.requestId, operation: 'account', now: () => request.now });
  try {
    return await act(parts, request, { body, session, call });
  } catch (error) {
    if (!(error instanceof ColophonError) || error.status >= 500) throw error;
    return account(parts, request, session, { fault: { message: error.message, hint: error.hint, status: error.status } });
  }
}

async function act(parts: IdentityParts, request: Incoming, form: Sent): Promise<Response> {
  const { database } = parts;
  const { body, session, call } = form;
  switch (textOf(body, 'action')) {
    case 'sign-out':
      await revokeSession(database, session.sessionId, call);
      return signedOut(parts, session);
    case 'revoke':
      await revokeOwn(parts, form);
      return seeOther(PATH);
    case 'revoke-others':
      await endOtherAccess(database, session.user.id, { keep: session.sessionId, call });
      return seeOther(PATH);
    case 'switch':
      return switchTenant(parts, request, form);
    case 'invite':
      return invite(parts, request, form);
    case 'withdraw':
      await withdraw(parts, form);
      return seeOther(PATH);
    default:
      throw ValidationError.of([{ pointer: '/action', code: 'unknown_action', detail: 'is not an action of this page' }]);
  }
}

/** Removes the cookie; users of an identity provider are informed that they may still be signed in there. */
async function signedOut(parts: IdentityParts, { identityId }: BrowserSession): Promise<Response> {
  const ended: Header[] = [['Set-Cookie', clearSessionCookie({ secure: parts.secure })], ...Object.entries(CLEAR_CACHE)];
  const identity = identityId ? await new UserIdentities(parts.database).get(identityId) : undefined;
  const provider = shownProviders(parts).find(({ issuer }) => issuer === identity?.issuer);
  if (!provider) return seeOther('/sign-in', ended);
  const response = await signedOutPage(parts, provider);
  for (const [name, value] of ended) response.headers.append(name, value);
  return response;
}

async function revokeOwn({ database }: IdentityParts, { body, session, call }: Sent): Promise<void> {
  const found = await new Sessions(database).get(textOf(body, 'sessionId') ?? '');
  if (!found || found.userId !== session.user.id) throw new NotFoundError('This session has already ended.');
  await revokeSession(database, found.id, call);
}

/** The browser gets a separate session for the other tenant, so that forms of one tenant do not work in the other. */
async function switchTenant(parts: IdentityParts, request: Incoming, { body, session }: Sent): Promise<Response> {
  const tenantId = textOf(body, 'tenantId') || null;
  if (!(await standingOf(parts.database, session.user.id, tenantId))) throw new ForbiddenError('You are not a member of this tenant.');
  return seeOther(PATH, [await signedInCookie(parts, request, { ...inheritedFrom(session), tenantId })]);
}

async function invite(parts: IdentityParts, request: Incoming, { body, session, call }: Sent): Promise<Response> {
  await requireAdmin(parts, session);
  const role = textOf(body, 'role');
  if (!isRole(role)) throw ValidationError.of([{ pointer: '/role', code: 'unknown_role', detail: `must be one of ${ROLES.join(', ')}` }]);
  const { path, email } = await sendInvitation(parts.database, {
    email: textOf(body, 'email') ?? '',
    role,
    tenantId: session.tenantId,
    call,
  });
  return account(parts, request, session, { invited: { email, url: `${parts.issuer}${path}` } });
}

async function withdraw(parts: IdentityParts, { body, session, call }: Sent): Promise<void> {
  await requireAdmin(parts, session);
  await withdrawInvitation(parts.database, { id: textOf(body, 'invitationId') ?? '', tenantId: session.tenantId, call });
}

async function requireAdmin({ database }: IdentityParts, session: BrowserSession): Promise<void> {
  const standing = await standingOf(database, session.user.id, session.tenantId);
  if (standing?.role !== 'admin') throw new ForbiddenError('Only administrators of a tenant can invite people to it.');
  if (await lacksFactor(database, session, standing.role)) throw new SecondFactorRequiredError();
}

/** Whether the role needs a second factor that this session has not shown. */
async function lacksFactor(database: Database, { secondFactorAt, tenantId }: BrowserSession, role: Role): Promise<boolean> {
  return !secondFactorAt && (await needsSecondFactor(database, { role, tenantId }));
}

async function account(
  parts: IdentityParts,
  { now }: Incoming,
  session: BrowserSession,
  more: Pick<AccountShown, 'invited' | 'fault'> = {},
): Promise<Response> {
  const { database, appName, signIn } = parts;
  const tenants = await signIn.tenantsOf(session.user.id);
  const standing = tenants.find(({ tenant }) => (tenant?.id ?? null) === session.tenantId);
  const isWaiting = standing !== undefined && (await lacksFactor(database, session, standing.role));
  return accountPage({
    appName,
    token: formToken(parts, session.sessionId),
    session,
    tenants,
    sessions: await sessionsOf(database, session.user.id, now),
    events: await securityEventsOf(database, session.user.id),
    needsFactor: isWaiting,
    hasProviders: parts.oidc.length > 0,
    hasAgents: parts.oauth !== undefined,
    invitations: standing?.role === 'admin' && !isWaiting ? await openInvitations(database, session.tenantId, now) : undefined,
    ...more,
  });
}
