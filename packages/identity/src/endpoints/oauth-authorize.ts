import { type Ask, ForbiddenError, isAsk, isRole, MalformedError, type Role } from '@colophon/core';
import { seeOther } from '@colophon/core/rest';
import { Hono } from 'hono';
import { AGENT_SCOPES, agentScopes, needsFreshSignIn } from '../agents/agent-scopes.ts';
import { approveAgent, continueAgent } from '../agents/approve-agent.ts';
import {
  type AuthorizationRequest,
  authorizationRequestOf,
  clientIdOf,
  type ReturnAddress,
  returnAddressOf,
} from '../agents/authorization-request.ts';
import { isClientDocumentUrl } from '../agents/client-document.ts';
import { findClient } from '../agents/find-client.ts';
import { OAuthError } from '../agents/oauth-error.ts';
import { isLoopback, isVouchedFor } from '../agents/redirect-uri.ts';
import { cannotAllowPage, consentPage } from '../pages/consent-page.ts';
import type { BrowserSession } from '../sign-in/port.ts';
import { SecondFactorRequiredError } from '../users/factors/second-factor-error.ts';
import { isRecent } from './factor-parts.ts';
import { actingUser, deciderOf, type Incoming } from './incoming.ts';
import { answerPage } from './page-answer.ts';
import { DEFAULT_RESOURCE, formToken, type IdentityParts } from './parts.ts';
import { readBody, type SentBody, textOf } from './read-body.ts';

/** Below the issuer; the metadata names it. */
export const AUTHORIZE_PATH = '/oauth/authorize';

/** The longest request, in characters: it passes through the pages for signing in. */
const LONGEST_REQUEST = 3500;
/** The maximum age of a sign-in for scopes with consequences, in milliseconds: 10 minutes. */
const FRESH_MS = 600_000;

/**
 * The page on which a person lets an agent act for them (RFC 6749 §4.1). It works without scripts: GET shows what is asked and changes
 * nothing, POST is the person's decision.
 */
export function oauthAuthorizeRoutes(parts: IdentityParts): Hono {
  const app = new Hono();
  app.get(AUTHORIZE_PATH, (context) => answerPage(parts, context, show));
  app.post(AUTHORIZE_PATH, (context) => answerPage(parts, context, take));
  return app;
}

async function show(parts: IdentityParts, incoming: Incoming): Promise<Response> {
  const query = new URL(incoming.request.url).search.slice(1);
  const session = await parts.signIn.currentUser(incoming.request);
  // No stranger makes this server fetch the description of a program.
  if (!session && isClientDocumentUrl(new URLSearchParams(query).get('client_id') ?? ''))
    return seeOther(parts.signIn.signInPath(pathOf(query)));
  const asked = forClient(parts, incoming, query, async (request) => {
    if (!session || isTooOld(request, session, incoming)) return seeOther(parts.signIn.signInPath(pathOf(query)));
    const continued = await knownAgent(parts, incoming, { request, session, query });
    return continued ?? consent(parts, { request, session, query });
  });
  return asked.catch((error: unknown) => {
    if (!(error instanceof RefusedRequest)) throw error;
    // Anybody can register an address: without the person's decision, only those that the operator chose are worth a redirect.
    const { cause, back } = error;
    if (back.client.kind === 'pinned' || isLoopback(back.redirectUri)) return refusalTo(parts, error);
    return cannotAllowPage({ appName: parts.appName, message: cause.message, url: addressWith(parts, back, errorOf(cause)) });
  });
}

/** A request that cannot be answered as it was asked, and where that can be told. */
class RefusedRequest extends Error {
  readonly back: ReturnAddress;
  override readonly cause: OAuthError;

  constructor(back: ReturnAddress, cause: OAuthError) {
    super(cause.message);
    this.back = back;
    this.cause = cause;
  }
}

interface Asked {
  readonly request: AuthorizationRequest;
  readonly session: BrowserSession;
  /** As it was sent, to be sent again with the decision. */
  readonly query: string;
}

async function consent(parts: IdentityParts, { request, session, query }: Asked): Promise<Response> {
  return consentPage({
    appName: parts.appName,
    path: AUTHORIZE_PATH,
    token: formToken(parts, session.sessionId),
    query,
    request,
    session,
    tenants: await parts.signIn.tenantsOf(session.user.id),
  });
}

/**
 * The answer for an agent that the person has connected before. Only its own host can receive it: any program of the computer, and any that
 * registered the same, could ask in its name.
 */
async function knownAgent(parts: IdentityParts, incoming: Incoming, { request, session, query }: Asked): Promise<Response | undefined> {
  const { client, redirectUri } = request;
  if (client.kind !== 'document' || !isVouchedFor(redirectUri, client.host)) return undefined;
  if (new URLSearchParams(query).get('prompt') === 'consent') return undefined;
  const { database } = parts;
  return withFactor(parts, query, async () => {
    const by = deciderOf(session, incoming);
    const code = await continueAgent(database, { request, tenantId: session.tenantId, by, now: incoming.now });
    return code === undefined ? undefined : returned(parts, request, { code });
  }).catch((error: unknown) => {
    // The person has left the tenant of this browser: the page lets them choose another one.
    if (error instanceof ForbiddenError) return undefined;
    throw error;
  });
}

async function take(parts: IdentityParts, incoming: Incoming): Promise<Response> {
  const body = await readBody(incoming.request);
  const query = textOf(body, 'request') ?? '';
  const session = await actingUser(parts, incoming, textOf(body, 'csrfToken'));
  const decided = forClient(parts, incoming, query, async (request) => {
    if (textOf(body, 'action') !== 'approve') throw new OAuthError('access_denied', 'The person did not allow it.');
    const scopes = agentScopes(AGENT_SCOPES.filter((scope) => textOf(body, `scope-${scope}`) === 'on'));
    if (isTooOld({ ...request, scopes }, session, incoming)) return seeOther(parts.signIn.signInPath(pathOf(query)));
    return withFactor(parts, query, async () => {
      const by = deciderOf(session, incoming);
      const approval = {
        request,
        tenantId: textOf(body, 'tenantId') || null,
        role: roleOf(body),
        ask: askIn(body),
        scopes,
        by,
        now: incoming.now,
      };
      return returned(parts, request, { code: await approveAgent(parts.database, approval) });
    });
  });
  return decided.catch((error: unknown) => {
    if (error instanceof RefusedRequest) return refusalTo(parts, error);
    throw error;
  });
}

/** Unless the person says otherwise, they are asked before what destroys. */
function askIn(body: SentBody): Ask {
  const ask = textOf(body, 'ask');
  return isAsk(ask) ? ask : 'destructive';
}

function roleOf(body: SentBody): Role {
  const role = textOf(body, 'role');
  return isRole(role) ? role : 'viewer';
}

/** Sends people who must show their second factor first to its page, and back. */
async function withFactor<T>(parts: IdentityParts, query: string, work: () => Promise<T>): Promise<T | Response> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SecondFactorRequiredError) || !parts.signIn.secondFactorPath) throw error;
    return seeOther(parts.signIn.secondFactorPath(pathOf(query)));
  }
}

/**
 * Answers a request for authorization.
 *
 * @throws RefusedRequest once the return address is proved to be the client's own, and other errors until then
 */
async function forClient(
  parts: IdentityParts,
  incoming: Incoming,
  query: string,
  work: (request: AuthorizationRequest) => Promise<Response>,
): Promise<Response> {
  const { database, issuer, oauth } = parts;
  if (!oauth) throw new MalformedError('Agents cannot be connected to this server.');
  if (query.length > LONGEST_REQUEST) throw new MalformedError(`The request of the program is longer than ${LONGEST_REQUEST} characters.`);
  const parameters = new URLSearchParams(query);
  const search = { policy: oauth.agents, address: incoming.address, now: incoming.now };
  const back = returnAddressOf(parameters, await findClient(database, clientIdOf(parameters), search));
  try {
    const { isResource } = oauth;
    return await work(authorizationRequestOf(parameters, back, { issuer, isResource, defaultResource: DEFAULT_RESOURCE }));
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    throw new RefusedRequest(back, error);
  }
}

/** Sends the browser back to the client. */
function returned(parts: IdentityParts, back: ReturnAddress, outcome: Readonly<Record<string, string>>): Response {
  return seeOther(addressWith(parts, back, outcome));
}

function refusalTo(parts: IdentityParts, { back, cause }: RefusedRequest): Response {
  return returned(parts, back, errorOf(cause));
}

function errorOf({ error, message }: OAuthError): Readonly<Record<string, string>> {
  return { error, error_description: message };
}

/** The return address with the outcome; the client learns from `iss` who answers (RFC 9207). */
function addressWith({ issuer }: IdentityParts, { redirectUri, state }: ReturnAddress, outcome: Readonly<Record<string, string>>): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...outcome, ...(state === undefined ? {} : { state }), iss: issuer }))
    url.searchParams.append(name, value);
  return url.href;
}

/** Whether somebody else could be at the browser by now, for what is asked. */
function isTooOld({ scopes }: Pick<AuthorizationRequest, 'scopes'>, session: BrowserSession, { now }: Incoming): boolean {
  return needsFreshSignIn(scopes) && !isRecent(session, now, FRESH_MS);
}

function pathOf(query: string): string {
  return `${AUTHORIZE_PATH}?${query}`;
}
