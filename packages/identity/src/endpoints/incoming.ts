import { timingSafeEqual } from 'node:crypto';
import { ColophonError, ForbiddenError, UnauthenticatedError } from '@colophon/core';
import { callerAddress, problemResponse, requestIdOf } from '@colophon/core/rest';
import type { Context } from 'hono';
import type { Decider } from '../grant/decider.ts';
import { shownText } from '../text/shown-text.ts';
import { isSameOrigin } from '../sessions/same-origin.ts';
import type { BrowserSession } from '../sign-in/port.ts';
import { formToken, type IdentityParts } from './parts.ts';
import { bufferRequest } from './read-body.ts';

/** One request, with everything that the endpoints need from it. */
export interface Incoming {
  readonly request: Request;
  readonly requestId: string;
  /** The client's address; `unknown` if the server does not provide it. */
  readonly address: string;
  readonly agent: string | null;
  readonly now: Date;
  /** Cookies to set whatever the response is. */
  readonly cookies: string[];
}

/** Reads a request completely, including its body, before anything is decided by it. */
export async function readIncoming(context: Context, parts: IdentityParts): Promise<Incoming> {
  const request = incoming(context, parts);
  const buffered = await bufferRequest(request.request);
  return { ...request, request: buffered, now: parts.clock() };
}

/** The part of a request that is known from its headers. */
export function incoming(context: Context, parts: IdentityParts): Incoming {
  const request = context.req.raw;
  return {
    request,
    requestId: requestIdOf(request),
    address: callerAddress(context, parts.trustProxy) ?? 'unknown',
    agent: shownText(request.headers.get('user-agent')),
    now: parts.clock(),
    cookies: [],
  };
}

/** Runs an API endpoint: errors are returned as problem details, and no response may be cached. */
export function endpoint(parts: IdentityParts, handle: (request: Incoming) => Promise<Response>) {
  return async (context: Context): Promise<Response> => {
    const request = incoming(context, parts);
    try {
      const complete = await readIncoming(context, parts);
      return withoutCaching(withCookies(await handle(complete), complete), request.requestId);
    } catch (error) {
      const instance = new URL(request.request.url).pathname;
      if (!(error instanceof ColophonError) || error.status >= 500) parts.onError(error, request.requestId);
      return withoutCaching(problemResponse(error, { instance, requestId: request.requestId }), request.requestId);
    }
  };
}

/**
 * Sent with a sign-out: the browser deletes what it has cached of this site, private pictures among it. Not `"storage"`: the desk keeps
 * unsaved text there, which must not be lost because somebody signed out.
 */
export const CLEAR_CACHE = { 'Clear-Site-Data': '"cache"' } as const;

/** Adds the cookies that were set while the request was handled. */
export function withCookies(response: Response, { cookies }: Incoming): Response {
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** Marks a response as not cacheable (RFC 6749 §5.1), with a content type that browsers must not guess. */
export function withoutCaching(response: Response, requestId: string): Response {
  response.headers.set('Cache-Control', 'no-store');
  response.headers.set('Pragma', 'no-cache');
  response.headers.set('X-Request-Id', requestId);
  response.headers.set('X-Content-Type-Options', 'nosniff');
  return response;
}

/**
 * The user of the browser, for a request that changes something: it must come from one of our pages, with the form token of the session.
 *
 * @throws ForbiddenError, UnauthenticatedError
 */
export async function actingUser(parts: IdentityParts, { request }: Incoming, token: string | undefined): Promise<BrowserSession> {
  requireSameOrigin(parts, request);
  const session = await parts.signIn.currentUser(request);
  if (!session) throw new UnauthenticatedError('Sign in with your browser first.');
  requireFormToken(parts, session, token);
  return session;
}

/** Rejects a form of another session. @throws ForbiddenError */
export function requireFormToken(parts: IdentityParts, { sessionId }: BrowserSession, token: string | undefined): void {
  if (token !== undefined && sameText(token, formToken(parts, sessionId))) return;
  throw new ForbiddenError('This form no longer belongs to your session.', { hint: 'Reload the page and repeat the action.' });
}

/** Rejects requests that do not come from one of our pages. @throws CrossSiteError */
export function requireSameOrigin(parts: IdentityParts, { headers }: Request): void {
  const source = { origin: headers.get('origin') ?? undefined, fetchSite: headers.get('sec-fetch-site') ?? undefined };
  if (!isSameOrigin(source, parts.issuer)) throw new CrossSiteError();
}

/** The request comes from a page of another site, or does not tell its origin. */
class CrossSiteError extends ForbiddenError {
  constructor() {
    super('This can be done only from a page of this site.', { hint: 'Open the page directly in your browser and try again.' });
  }
}

/** The user who decides about a login. */
export function deciderOf(session: BrowserSession, { requestId }: Incoming): Decider {
  return {
    userId: session.user.id,
    name: session.user.name,
    requestId,
    accessEpoch: session.accessEpoch,
    secondFactorAt: session.secondFactorAt,
  };
}

/** The maximum age of a sign-in for approving a terminal, in milliseconds: 24 hours. */
const FRESH_MS = 24 * 3600 * 1000;

export function isFresh(session: BrowserSession, now: Date): boolean {
  return now.getTime() - Date.parse(session.authenticatedAt) < FRESH_MS;
}

function sameText(a: string, b: string): boolean {
  const [first, second] = [Buffer.from(a), Buffer.from(b)];
  return first.length === second.length && timingSafeEqual(first, second);
}
