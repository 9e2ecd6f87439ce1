import { ForbiddenError, makeCall, MalformedError, MethodNotAllowedError, type Role, UnauthenticatedError } from '@colophon/core';
import type { SessionTenant } from '@colophon/contract';
import { Hono } from 'hono';
import { SessionOverError } from '../callers/authenticator.ts';
import { describeSecurityEvent } from '../security/describe-event.ts';
import { securityEventsOf } from '../security/events-of-person.ts';
import type { SecurityEvent } from '../security/security-event.ts';
import { clearSessionCookie } from '../sessions/cookie.ts';
import { revokeSession } from '../sessions/revoke-session.ts';
import type { BrowserSession } from '../sign-in/port.ts';
import { needsSecondFactor } from '../users/factors/factor-rule.ts';
import { standingOf, type TenantChoice } from '../users/standing.ts';
import { CLEAR_CACHE, endpoint, type Incoming, requireSameOrigin } from './incoming.ts';
import { inheritedFrom, signedInCookie } from './open-session.ts';
import type { IdentityParts } from './parts.ts';
import { readBody } from './read-body.ts';

/** The endpoint that returns the browser's session as JSON. */
export const SESSION_MOUNTS = ['/api/v1/session', '/api/session'];

/** The session of a browser, as its pages see it. */
export interface BrowserSessionAnswer {
  readonly user: BrowserSession['user'];
  /** The user's current tenant; null is the global rows. */
  readonly tenant: SessionTenant | null;
  /** The user's role there; null if they have lost the tenant, or must show their second factor first. */
  readonly role: Role | null;
  /** The user's tenants, global rows first, then by name. */
  readonly tenants: readonly TenantChoice[];
  /** When the user last authenticated. */
  readonly authenticatedAt: string;
  /** When a second factor was shown in this session, and whether the role needs one that was not: `/sign-in/second-factor` is next. */
  readonly secondFactor: { readonly shownAt: string | null; readonly isMissing: boolean };
  /** When the session expires; null if the sign-in does not tell. */
  readonly expiresAt: string | null;
  /** The time zone for dates (IANA). */
  readonly timeZone: string;
  /** The features of the application. */
  readonly features: Readonly<Record<string, boolean>>;
}

/**
 * The browser's session, for the application's own pages: reading it, ending it, and switching to another tenant. The latter two are left
 * out if the application brings its own sign-in.
 */
export function browserSessionRoutes(parts: IdentityParts, { own }: { readonly own: boolean }): Hono {
  const app = new Hono();
  const methods = own ? ['GET', 'HEAD', 'DELETE'] : ['GET', 'HEAD'];
  for (const path of SESSION_MOUNTS) {
    app.get(
      path,
      endpoint(parts, async (request) => Response.json(await describe(parts, await signedIn(parts, request)))),
    );
    app.get(
      `${path}/security-events`,
      endpoint(parts, async (request) => {
        const { user } = await signedIn(parts, request);
        return Response.json({ items: (await securityEventsOf(parts.database, user.id)).map(publicEvent) });
      }),
    );
    app.all(
      `${path}/security-events`,
      endpoint(parts, async () => Promise.reject(new MethodNotAllowedError('This URL supports GET, HEAD.', ['GET', 'HEAD']))),
    );
    if (own) {
      app.delete(
        path,
        endpoint(parts, (request) => signOut(parts, request)),
      );
      app.post(
        `${path}/tenant`,
        endpoint(parts, (request) => switchTenant(parts, request)),
      );
      app.all(
        `${path}/tenant`,
        endpoint(parts, async () => Promise.reject(new MethodNotAllowedError('This URL supports POST.', ['POST']))),
      );
    }
    app.all(
      path,
      endpoint(parts, async () => Promise.reject(new MethodNotAllowedError(`This URL supports ${methods.join(', ')}.`, methods))),
    );
  }
  return app;
}

/** A security event, as the person it is about sees it. */
function publicEvent(event: SecurityEvent) {
  const { id, kind, address, agent, data, created_at: createdAt } = event;
  return { id, kind, description: describeSecurityEvent(event), address, agent, data, createdAt };
}

/** The user of the browser's session. @throws UnauthenticatedError, SessionOverError */
export async function signedIn(parts: IdentityParts, { request }: Incoming): Promise<BrowserSession> {
  const session = await parts.signIn.currentUser(request);
  const expected = request.headers.get('x-expect-user');
  if (expected !== null && session?.user.id !== expected) throw new SessionOverError();
  if (!session) throw new UnauthenticatedError('You are not signed in with this browser.');
  return session;
}

async function describe({ database, signIn, timeZone, features }: IdentityParts, session: BrowserSession): Promise<BrowserSessionAnswer> {
  const { user, tenantId, authenticatedAt, expiresAt = null, secondFactorAt: shownAt = null } = session;
  const tenants = await signIn.tenantsOf(user.id);
  const standing = tenants.find(({ tenant }) => (tenant?.id ?? null) === tenantId);
  const { tenant = null, role = null } = standing ?? {};
  const isMissing = role !== null && shownAt === null && (await needsSecondFactor(database, { role, tenantId }));
  const secondFactor = { shownAt, isMissing };
  return { user, tenant, role: isMissing ? null : role, tenants, authenticatedAt, secondFactor, expiresAt, timeZone, features };
}

/** Ends the session and removes the cookie; the response is the same without a session. */
async function signOut(parts: IdentityParts, incoming: Incoming): Promise<Response> {
  requireSameOrigin(parts, incoming.request);
  const session = await parts.signIn.currentUser(incoming.request);
  const expected = incoming.request.headers.get('x-expect-user');
  // Another user signed in meanwhile: this page must not end their session.
  if (session && expected !== null && session.user.id !== expected) throw new SessionOverError();
  if (session) {
    const caller = { kind: 'user', id: session.user.id, name: session.user.name, tenantId: session.tenantId, role: null } as const;
    const call = makeCall({ caller, requestId: incoming.requestId, operation: 'session.end', now: () => incoming.now });
    await revokeSession(parts.database, session.sessionId, call);
  }
  return new Response(null, { status: 204, headers: { 'Set-Cookie': clearSessionCookie({ secure: parts.secure }), ...CLEAR_CACHE } });
}

/** The browser gets a separate session for the other tenant, so that forms of one tenant do not work in the other. */
async function switchTenant(parts: IdentityParts, incoming: Incoming): Promise<Response> {
  requireSameOrigin(parts, incoming.request);
  const session = await signedIn(parts, incoming);
  const tenantId = await tenantAsked(incoming.request);
  if (!(await standingOf(parts.database, session.user.id, tenantId))) throw new ForbiddenError('You are not a member of this tenant.');
  const cookie = await signedInCookie(parts, incoming, { ...inheritedFrom(session), tenantId });
  return Response.json(await describe(parts, { ...session, tenantId }), { headers: [[...cookie]] as [string, string][] });
}

/** @throws MalformedError */
async function tenantAsked(request: Request): Promise<string | null> {
  const { values } = await readBody(request);
  const tenantId = values.get('tenantId');
  if (tenantId === null || (typeof tenantId === 'string' && tenantId !== '')) return tenantId;
  const detail = 'must be the id of a tenant, or null for global records';
  throw new MalformedError(`tenantId: ${detail}.`, { errors: [{ pointer: '/tenantId', code: 'required', detail }] });
}
