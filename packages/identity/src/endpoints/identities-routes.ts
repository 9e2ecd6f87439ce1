import { ColophonError, MethodNotAllowedError, ValidationError } from '@colophon/core';
import { seeOther } from '@colophon/core/rest';
import { Hono } from 'hono';
import { continuePage, identitiesPage, type IdentitiesShown, type ShownProvider } from '../pages/oidc-pages.ts';
import { unlinkIdentity } from '../people/unlink-identity.ts';
import type { BrowserSession } from '../sign-in/port.ts';
import { identitiesOf } from '../users/user-identity.ts';
import { SESSION_MOUNTS, signedIn } from './browser-session-routes.ts';
import { callOf, proofPath, requireChange } from './factor-parts.ts';
import { actingUser, endpoint, type Incoming, requireSameOrigin } from './incoming.ts';
import { goToProvider, requireProvider } from './oidc-routes.ts';
import { inheritedFrom, type Header, signedInCookie } from './open-session.ts';
import { answerPage } from './page-answer.ts';
import { formToken, type IdentityParts } from './parts.ts';
import { readBody, requiredText, textOf } from './read-body.ts';

const PATH = '/account/identities';

/** A user's identities at providers: the page, which works without scripts, and the same as JSON. */
export function identitiesRoutes(parts: IdentityParts): Hono {
  const app = new Hono();
  app.get(PATH, (context) => answerPage(parts, context, show));
  app.post(PATH, (context) => answerPage(parts, context, take));
  for (const mount of SESSION_MOUNTS) {
    const path = `${mount}/identities`;
    app.get(
      path,
      endpoint(parts, (request) => list(parts, request)),
    );
    app.post(
      path,
      endpoint(parts, (request) => beginLink(parts, request)),
    );
    app.all(
      path,
      endpoint(parts, async () => Promise.reject(new MethodNotAllowedError('This URL supports GET and POST.', ['GET', 'HEAD', 'POST']))),
    );
    app.delete(`${path}/:id`, (context) => endpoint(parts, (request) => remove(parts, request, context.req.param('id')))(context));
    app.all(
      `${path}/:id`,
      endpoint(parts, async () => Promise.reject(new MethodNotAllowedError('This URL supports DELETE.', ['DELETE']))),
    );
  }
  return app;
}

/** The providers, as pages show them. */
export function shownProviders({ oidc }: IdentityParts): ShownProvider[] {
  return oidc.map(({ provider: { key, name, issuer } }) => ({ key, name, issuer }));
}

async function show(parts: IdentityParts, { request }: Incoming): Promise<Response> {
  const session = await parts.signIn.currentUser(request);
  return session ? identitiesPageOf(parts, session) : seeOther(parts.signIn.signInPath(PATH));
}

async function take(parts: IdentityParts, request: Incoming): Promise<Response> {
  const body = await readBody(request.request);
  const session = await actingUser(parts, request, textOf(body, 'csrfToken'));
  try {
    await requireChange(parts, session, request);
  } catch (error) {
    return seeOther(proofPath(parts, error, PATH));
  }
  try {
    switch (textOf(body, 'action')) {
      case 'link': {
        const { name } = requireProvider(parts, textOf(body, 'provider') ?? '').provider;
        const { url, cookie } = await link(parts, request, session, textOf(body, 'provider') ?? '');
        const page = await continuePage(parts, { name, url });
        page.headers.append(...cookie);
        return page;
      }
      case 'unlink':
        return seeOther(PATH, [await unlink(parts, request, session, textOf(body, 'identityId') ?? '')]);
      default:
        throw ValidationError.of([{ pointer: '/action', code: 'unknown_action', detail: 'is not an action of this page' }]);
    }
  } catch (error) {
    if (!(error instanceof ColophonError) || (error.status >= 500 && error.status !== 503)) throw error;
    const { message, hint, status } = error;
    return identitiesPageOf(parts, session, { fault: { message, hint, status } });
  }
}

async function identitiesPageOf(
  parts: IdentityParts,
  session: BrowserSession,
  more: Pick<IdentitiesShown, 'fault'> = {},
): Promise<Response> {
  const identities = await identitiesOf(parts.database, session.user.id);
  return identitiesPage({
    appName: parts.appName,
    token: formToken(parts, session.sessionId),
    providers: shownProviders(parts),
    identities,
    ...more,
  });
}

/** Starts linking: the form token is of this session, so that a page of another site cannot link a foreign identity. */
function link(parts: IdentityParts, request: Incoming, { user, accessEpoch = 0 }: BrowserSession, provider: string) {
  return goToProvider(parts, request, { provider, next: PATH, userId: user.id, accessEpoch });
}

/** @throws NotFoundError, ConflictError */
async function unlink(parts: IdentityParts, request: Incoming, session: BrowserSession, id: string): Promise<Header> {
  const { accessEpoch } = await unlinkIdentity(parts.database, {
    id,
    userId: session.user.id,
    accessEpoch: session.accessEpoch ?? 0,
    call: callOf(session, request, 'identities.unlink'),
  });
  const began = session.identityId === id ? { identityId: null, providerSession: null } : {};
  return signedInCookie(parts, request, { ...inheritedFrom(session), ...began, accessEpoch });
}

async function list(parts: IdentityParts, request: Incoming): Promise<Response> {
  const { user } = await signedIn(parts, request);
  const items = (await identitiesOf(parts.database, user.id)).map(({ id, issuer, created_at: createdAt, lastUsedAt }) => ({
    id,
    issuer,
    createdAt,
    lastUsedAt,
  }));
  return Response.json({ items, providers: shownProviders(parts) });
}

async function changing(parts: IdentityParts, request: Incoming): Promise<BrowserSession> {
  requireSameOrigin(parts, request.request);
  const session = await signedIn(parts, request);
  await requireChange(parts, session, request);
  return session;
}

async function beginLink(parts: IdentityParts, request: Incoming): Promise<Response> {
  const session = await changing(parts, request);
  const provider = requiredText(await readBody(request.request), 'provider', 'must be the key of an identity provider');
  const { url, cookie } = await link(parts, request, session, provider);
  return Response.json({ url }, { headers: [[...cookie]] as [string, string][] });
}

async function remove(parts: IdentityParts, request: Incoming, id: string): Promise<Response> {
  const session = await changing(parts, request);
  const cookie = await unlink(parts, request, session, id);
  return new Response(null, { status: 204, headers: [[...cookie]] as [string, string][] });
}
