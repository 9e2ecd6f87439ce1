import { timingSafeEqual } from 'node:crypto';
import { makeCall, MalformedError, MethodNotAllowedError, NotFoundError } from '@colophon/core';
import { seeOther } from '@colophon/core/rest';
import { Hono } from 'hono';
import { findLink } from '../links/open-links.ts';
import { DeadLinkError } from '../people/accept-link.ts';
import { accountOf } from '../people/oidc-account.ts';
import { takeLogoutToken } from '../people/provider-logout.ts';
import { clearSessionCookie, sessionCookie, setSessionCookie } from '../sessions/cookie.ts';
import type { ProviderClaims } from '../sign-in/oidc/claims.ts';
import type { OidcClient } from '../sign-in/oidc/client.ts';
import { issuerOf, readLogoutToken } from '../sign-in/oidc/logout-token.ts';
import { NotSignedInAgainError, OidcRefusedError } from '../sign-in/oidc/oidc-errors.ts';
import { beginState, type Purpose, secretsOf, STATE_SECONDS, takeState } from '../sign-in/oidc/oidc-state.ts';
import { isRecent } from './factor-parts.ts';
import { endpoint, type Incoming } from './incoming.ts';
import { localPath } from './local-path.ts';
import { admit, type Header, pendingSignIn } from './open-session.ts';
import { noting } from './note-failure.ts';
import { answerPage } from './page-answer.ts';
import type { IdentityParts } from './parts.ts';
import { readBody, requiredText } from './read-body.ts';

const LOGOUT_PATH = '/oidc/backchannel-logout';

/** Sign-in with an identity provider (OpenID Connect), and sign-out initiated by one. */
export function oidcRoutes(parts: IdentityParts): Hono {
  const app = new Hono();
  app.get('/sign-in/oidc/:key', (context) => answerPage(parts, context, (_, request) => begin(parts, request, context.req.param('key'))));
  app.get('/sign-in/oidc/:key/end', (context) => answerPage(parts, context, () => end(parts, context.req.param('key'))));
  app.get('/oidc/:key/callback', (context) =>
    answerPage(parts, context, (_, request) =>
      noting(parts, request, { method: 'provider' }, () => handleCallback(parts, request, context.req.param('key'))),
    ),
  );
  app.post(
    LOGOUT_PATH,
    endpoint(parts, (request) => takeLogout(parts, request)),
  );
  app.all(
    LOGOUT_PATH,
    endpoint(parts, async () => Promise.reject(new MethodNotAllowedError('This URL supports POST.', ['POST']))),
  );
  return app;
}

/** @throws NotFoundError */
export function requireProvider({ oidc }: IdentityParts, key: string): OidcClient {
  const client = oidc.find(({ provider }) => provider.key === key);
  if (client) return client;
  throw new NotFoundError('This identity provider is not configured.');
}

async function begin(parts: IdentityParts, request: Incoming, key: string): Promise<Response> {
  const { searchParams } = new URL(request.request.url);
  const secret = searchParams.get('invitation');
  const link = secret === null ? undefined : await findLink(parts.database, { purpose: 'invitation', secret, now: request.now });
  if (secret !== null && !link) throw new DeadLinkError();
  const next = localPath(searchParams.get('next'));
  const again = await mustSignInAgain(parts, request);
  const { url, cookie } = await goToProvider(parts, request, { provider: key, next, again, ...(link ? { invitationId: link.id } : {}) });
  return seeOther(url, [cookie]);
}

/** Whether the user of this browser was asked to sign in again: an existing session at the provider does not count. */
async function mustSignInAgain(parts: IdentityParts, request: Incoming): Promise<boolean> {
  const session = (await parts.signIn.currentUser(request.request)) ?? (await pendingSignIn(parts, request));
  return session !== undefined && !isRecent(session, request.now);
}

/** Starts a sign-in with a provider: returns the provider's address, and the cookie that binds it to this browser. */
export async function goToProvider(
  parts: IdentityParts,
  { address, now }: Incoming,
  purpose: Purpose,
): Promise<{ url: string; cookie: Header }> {
  const client = requireProvider(parts, purpose.provider);
  // Checked first: if the provider is down, nothing is stored.
  await client.configuration();
  const state = await beginState(parts.database, purpose, { address, now });
  const url = await client.authorizationUrl({ state, again: purpose.again === true, ...secretsOf(state, parts.secret) });
  return { url, cookie: ['Set-Cookie', setSessionCookie(state, { secure: parts.secure, seconds: STATE_SECONDS, kind: 'provider' })] };
}

/** The callback from the provider. */
async function handleCallback(parts: IdentityParts, request: Incoming, key: string): Promise<Response> {
  const { database, secure } = parts;
  const client = requireProvider(parts, key);
  const { search, searchParams } = new URL(request.request.url);
  const state = searchParams.get('state') ?? '';
  const stateCookie = sessionCookie(request.request.headers.get('cookie') ?? undefined, { secure, kind: 'provider' });
  // Only the browser that was sent to the provider can complete the sign-in: no link can sign a user in to a foreign account.
  if (stateCookie === undefined || !sameText(stateCookie, state))
    throw new OidcRefusedError('This browser did not start this sign-in, or has started another one since.');
  const purpose = await takeState(database, { state, provider: key, now: request.now });
  if (!purpose) throw new OidcRefusedError('This sign-in took too long, or is already finished.');
  const claims = await client.exchange(search, { state, ...secretsOf(state, parts.secret), now: request.now });
  const authenticatedAt = provedAt(claims, request.now);
  if (purpose.again && !isRecent({ authenticatedAt }, request.now)) throw new NotSignedInAgainError(client.provider.name);
  const session = purpose.userId ? await parts.signIn.currentUser(request.request) : undefined;
  if (purpose.userId && session?.user.id !== purpose.userId) throw new OidcRefusedError('You were signed out in the meantime.');
  const { now, requestId } = request;
  const account = await accountOf(database, { provider: client.provider, claims, purpose, now, requestId });
  const clear: Header = ['Set-Cookie', clearSessionCookie({ secure, kind: 'provider' })];
  const response = purpose.userId
    ? seeOther(purpose.next)
    : await admit(parts, request, {
        userId: account.user.id,
        userName: account.user.name,
        accessEpoch: account.user.accessEpoch,
        ...('tenantId' in account ? { tenantId: account.tenantId ?? null } : {}),
        identityId: account.identityId,
        providerSession: claims.providerSession,
        authenticatedAt,
        next: purpose.next,
      });
  response.headers.append(...clear);
  return response;
}

/** When the user authenticated: at the provider, which may reuse its own session. If it does not tell, it counts as long ago. */
function provedAt({ authenticatedAt }: ProviderClaims, now: Date): string {
  const reportedAt = Math.min(authenticatedAt?.getTime() ?? 0, now.getTime());
  return new Date(Math.max(0, reportedAt)).toISOString();
}

/** Redirects to where the provider ends its session (OpenID Connect RP-Initiated Logout 1.0); the session here has ended before. */
async function end(parts: IdentityParts, key: string): Promise<Response> {
  const backTo = `${parts.issuer}/sign-in`;
  return seeOther((await requireProvider(parts, key).endSessionUrl(backTo)) ?? '/sign-in');
}

/** A provider reports the end of one of its sessions (OpenID Connect Back-Channel Logout 1.0). */
async function takeLogout(parts: IdentityParts, { request, requestId, now }: Incoming): Promise<Response> {
  try {
    const token = requiredText(await readBody(request), 'logout_token', 'must be given');
    const issuer = await issuerOf(token);
    const client = parts.oidc.find(({ provider }) => provider.issuer === issuer);
    if (!client) throw new MalformedError('logout_token: comes from an unknown provider.');
    const { provider } = client;
    const call = makeCall({ requestId, operation: 'oidc.backchannelLogout', now: () => now });
    const isNew = await takeLogoutToken(parts.database, { provider, token: await readLogoutToken(client, token, now), call });
    if (!isNew) throw new MalformedError('logout_token: was already used.');
    return new Response(null, { status: 200 });
  } catch (error) {
    const status = (error as { status?: unknown }).status;
    if (typeof status !== 'number' || status >= 500) throw error;
    return Response.json({ error: 'invalid_request', error_description: (error as Error).message }, { status: 400 });
  }
}

function sameText(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
