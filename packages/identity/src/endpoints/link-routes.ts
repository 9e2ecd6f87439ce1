import { ColophonError } from '@colophon/core';
import { Hono } from 'hono';
import { acceptInvitation, DeadLinkError, setPasswordByLink } from '../people/accept-link.ts';
import { findLink } from '../links/open-links.ts';
import type { LinkPurpose, OneTimeLink } from '../links/one-time-link.ts';
import { invitationPage, setPasswordPage } from '../pages/sign-in-pages.ts';
import { tenantName } from '../pages/tenant-picker.ts';
import { Tenants } from '../tenants/tenant.ts';
import { isOwned } from '../users/is-owned.ts';
import { Users } from '../users/user.ts';
import { shownProviders } from './identities-routes.ts';
import { type Incoming, requireSameOrigin } from './incoming.ts';
import { admit, inheritedFrom } from './open-session.ts';
import { answerPage } from './page-answer.ts';
import type { IdentityParts } from './parts.ts';
import { readBody, textOf } from './read-body.ts';

/** The pages of one-time links. Opening one does not use the link; submitting its form does. */
export function linkRoutes(parts: IdentityParts): Hono {
  const app = new Hono();
  app.get('/set-password', (context) => answerPage(parts, context, showSetPassword));
  app.post('/set-password', (context) => answerPage(parts, context, takeSetPassword));
  app.get('/invitation', (context) => answerPage(parts, context, showInvitation));
  app.post('/invitation', (context) => answerPage(parts, context, takeInvitation));
  return app;
}

async function showSetPassword(parts: IdentityParts, { request, now }: Incoming): Promise<Response> {
  const secret = new URL(request.url).searchParams.get('token') ?? '';
  const link = await liveLink(parts, { purpose: 'password', secret, now });
  return setPasswordPage({ appName: parts.appName }, { token: secret, email: link.email });
}

async function takeSetPassword(parts: IdentityParts, request: Incoming): Promise<Response> {
  requireSameOrigin(parts, request.request);
  const body = await readBody(request.request);
  const secret = textOf(body, 'token') ?? '';
  const { now } = request;
  const link = await liveLink(parts, { purpose: 'password', secret, now });
  try {
    const user = await setPasswordByLink(parts.database, {
      secret,
      password: textOf(body, 'password') ?? '',
      now,
      context: namesOf(parts),
    });
    return await admit(parts, request, { userId: user.id, userName: user.name, accessEpoch: user.accessEpoch, next: '/account' });
  } catch (error) {
    return setPasswordPage({ appName: parts.appName, ...faultOf(error) }, { token: secret, email: link.email });
  }
}

async function showInvitation(parts: IdentityParts, request: Incoming): Promise<Response> {
  const secret = new URL(request.request.url).searchParams.get('token') ?? '';
  const link = await liveLink(parts, { purpose: 'invitation', secret, now: request.now });
  return invitation(parts, request, { link, secret });
}

async function takeInvitation(parts: IdentityParts, request: Incoming): Promise<Response> {
  requireSameOrigin(parts, request.request);
  const body = await readBody(request.request);
  const secret = textOf(body, 'token') ?? '';
  const { now } = request;
  const link = await liveLink(parts, { purpose: 'invitation', secret, now });
  const session = await parts.signIn.currentUser(request.request);
  try {
    const as =
      session?.user.email === link.email
        ? { userId: session.user.id }
        : { name: textOf(body, 'name') ?? '', password: textOf(body, 'password') ?? '' };
    const user = await acceptInvitation(parts.database, { secret, now, as, context: namesOf(parts) });
    const opened = { userId: user.id, userName: user.name, accessEpoch: user.accessEpoch, tenantId: link.tenantId };
    // A user who was signed in already keeps the session's sign-in time.
    const since = 'userId' in as && session ? inheritedFrom(session) : {};
    return await admit(parts, request, { ...opened, ...since, tenantId: link.tenantId, next: '/account' });
  } catch (error) {
    return invitation(parts, request, { link, secret, fault: faultOf(error) });
  }
}

async function invitation(
  parts: IdentityParts,
  { request }: Incoming,
  { link, secret, fault }: { link: OneTimeLink; secret: string; fault?: ReturnType<typeof faultOf> },
): Promise<Response> {
  const { database, appName, signIn } = parts;
  const session = await signIn.currentUser(request);
  const known = await new Users(database).find({ email: link.email });
  const tenant = link.tenantId === null ? null : ((await new Tenants(database).get(link.tenantId)) ?? null);
  return invitationPage(
    { appName, ...fault },
    {
      token: secret,
      email: link.email,
      tenantName: tenantName(tenant),
      role: link.role ?? 'viewer',
      signedIn: session?.user.email === link.email,
      hasAccount: known !== undefined && (await isOwned(database, known)),
      signInPath: signIn.signInPath(`/invitation?token=${secret}`),
      providers: shownProviders(parts),
    },
  );
}

/** The names of the application, of which a password must not consist. */
function namesOf({ appName, issuer }: IdentityParts): string[] {
  return [appName, new URL(issuer).hostname];
}

async function liveLink(parts: IdentityParts, find: { purpose: LinkPurpose; secret: string; now: Date }): Promise<OneTimeLink> {
  const link = await findLink(parts.database, find);
  if (!link) throw new DeadLinkError();
  return link;
}

/** Errors that a user can correct are shown next to the form; all others are rethrown. */
function faultOf(error: unknown): { fault: { message: string; hint: string | undefined }; status: number } {
  if (!(error instanceof ColophonError) || error.status >= 500 || error instanceof DeadLinkError) throw error;
  return {
    fault: { message: error.errors[0] ? `The ${error.message.replace(': ', ' ')}.` : error.message, hint: error.hint },
    status: error.status,
  };
}
