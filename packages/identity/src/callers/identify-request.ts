import type { Database } from '@colophon/core';
import { readAgentVerdict } from '../agents/read-agent-token.ts';
import { isHttps, sessionCookie } from '../sessions/cookie.ts';
import { readSession } from '../sessions/read-session.ts';
import type { SignIn } from '../sign-in/port.ts';
import { readApiToken } from '../tokens/read-api-token.ts';
import { hashToken, tokenKind } from '../tokens/token-format.ts';
import { bearerToken } from './authenticator.ts';

/** The sender of a request: a person, or an API token. */
export interface Sender {
  readonly kind: 'user' | 'token';
  readonly id: string;
}

export interface IdentifyOptions {
  /** The application's own address; over HTTPS only the cookie with the `__Host-` prefix counts. */
  readonly baseUrl?: string;
  /** Set if the application brings its own sign-in. */
  readonly signIn?: SignIn;
  readonly clock?: () => Date;
}

/**
 * Whose credentials a request has, whatever they permit: a person without a role, without their second factor, or who writes from another
 * site is named too. For logs of refused requests: never decide anything by it.
 *
 * @returns undefined without valid credentials, and if they cannot be checked now
 */
export async function identifyRequest(database: Database, request: Request, options: IdentifyOptions = {}): Promise<Sender | undefined> {
  try {
    const authorization = request.headers.get('authorization');
    return await (authorization === null ? senderByCookie(database, request, options) : senderByToken(database, authorization, options));
  } catch {
    return undefined;
  }
}

async function senderByToken(database: Database, authorization: string, { clock }: IdentifyOptions): Promise<Sender | undefined> {
  const token = bearerToken(authorization);
  const now = clock?.() ?? new Date();
  if (tokenKind(token) === 'cli') return asUser((await readSession(database, { kind: 'cli', hash: hashToken(token), now }))?.userId);
  if (tokenKind(token) === 'agent') return asUser((await readAgentVerdict(database)(hashToken(token), now))?.caller.id ?? undefined);
  const found = await readApiToken(database, hashToken(token), now);
  return found && { kind: 'token', id: found.id };
}

async function senderByCookie(
  database: Database,
  request: Request,
  { baseUrl, signIn, clock }: IdentifyOptions,
): Promise<Sender | undefined> {
  if (signIn) return asUser((await signIn.currentUser(request))?.user.id);
  const secret = sessionCookie(request.headers.get('cookie') ?? undefined, { secure: isHttps(baseUrl) });
  if (secret === undefined) return undefined;
  return asUser((await readSession(database, { kind: 'browser', hash: hashToken(secret), now: clock?.() ?? new Date() }))?.userId);
}

function asUser(id: string | undefined): Sender | undefined {
  return id === undefined ? undefined : { kind: 'user', id };
}
