import { anonymous, type Caller, ColophonError, type Database, ForbiddenError, UnauthenticatedError } from '@colophon/core';
import { readAgentVerdict } from '../agents/read-agent-token.ts';
import { directoryOf } from '../tenants/tenant-directory.ts';
import { readApiTokenVerdict } from '../tokens/read-api-token.ts';
import { hashToken, type TokenKind, tokenKind } from '../tokens/token-format.ts';
import { isHttps, sessionCookie } from '../sessions/cookie.ts';
import { readSessionVerdict } from '../sessions/read-session.ts';
import type { SignIn } from '../sign-in/port.ts';
import { isSameOrigin } from '../sessions/same-origin.ts';
import { needsSecondFactor } from '../users/factors/factor-rule.ts';
import { type Verdict, verdictsOf } from '../verdicts/verdict-cache.ts';

/** The credentials and headers of a request that identify its sender. */
export interface Credentials {
  /** The `Authorization` header, unchanged. */
  readonly authorization?: string | undefined;
  /** The `Cookie` header, unchanged. Ignored unless `method` is given too. */
  readonly cookie?: string | undefined;
  readonly method?: string | undefined;
  /** The requested address. The token of an agent is valid only below the address that it is for, and not without one. */
  readonly url?: string | undefined;
  /** The `Origin` header: writes authenticated by a cookie must come from our own pages. */
  readonly origin?: string | undefined;
  /** The `Sec-Fetch-Site` header. */
  readonly fetchSite?: string | undefined;
  /** `X-Expect-User`: the id of the user that the client believes it acts for. Any other user is refused. */
  readonly expectedUser?: string | undefined;
  /** For anonymous callers: the slug in `X-Tenant`. */
  readonly tenantHint?: string | undefined;
  /** For anonymous callers without a tenant: the requested host name. A port is ignored. */
  readonly host?: string | undefined;
}

export interface AuthenticatorOptions {
  /** The application's own address, from which writes authenticated by a cookie must come. */
  readonly baseUrl?: string;
  /** Whether a proxy of ours sets `X-Forwarded-Host`. Default: false. */
  readonly trustProxy?: boolean;
  /** Set if the application brings its own sign-in: it then identifies users instead of our cookie. */
  readonly signIn?: SignIn;
  readonly clock?: () => Date;
}

export interface Authenticator {
  /**
   * Identifies the caller, at the cost of at most one indexed point read.
   *
   * @throws UnauthenticatedError (`invalid_token`) if a bearer token was sent and is not valid; such a request is never served as anonymous
   * @throws SessionOverError if another user was expected, so that a page whose session has ended is not served as anonymous either
   * @throws ForbiddenError if a browser session is used to write from another site
   */
  readonly authenticate: (credentials: Credentials) => Promise<Caller>;
  /** The same, with the credentials of a request. */
  readonly authenticateRequest: (request: Request) => Promise<Caller>;
}

const BEARER = /^bearer +(\S+)$/i;
const LONGEST_HEADER = 200;

/** The caller is not, or no longer, the user that the client expected. Responds with 401. */
export class SessionOverError extends ColophonError {
  constructor() {
    super(401, 'session_over', 'You are no longer signed in as the person who opened this page; nothing was changed.', {
      hint: 'Sign in again as the same person, and repeat the action.',
    });
  }
}

/** The token of an agent was sent to an address that it is not for. Responds with 401. */
export class WrongAudienceError extends ColophonError {
  constructor() {
    super(401, 'wrong_audience', 'This token is for the MCP endpoint alone.', {
      headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' },
      hint: 'Programs use an API token or a login of a terminal elsewhere.',
    });
  }
}
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Creates the authenticator for every surface of an application.
 *
 * Positive results are cached briefly (`VERDICT_LIFETIME_MS`), so a revocation takes effect immediately in its own process and within two
 * seconds in every other one.
 *
 * @example
 * const { authenticate } = createAuthenticator(database);
 * const caller = await authenticate({ authorization: 'Bearer colophon_…' });
 */
export function createAuthenticator(database: Database, options: AuthenticatorOptions = {}): Authenticator {
  const clock = options.clock ?? (() => new Date());
  const authenticate = async (credentials: Credentials): Promise<Caller> => expected(await callerOf(credentials), credentials);
  const callerOf = async (credentials: Credentials): Promise<Caller> => {
    if (credentials.authorization !== undefined) return bearerCaller(database, credentials, { now: clock(), baseUrl: options.baseUrl });
    const member = await cookieCaller(database, credentials, { clock, baseUrl: options.baseUrl });
    return member ?? anonymous(await directoryOf(database).resolve({ slug: credentials.tenantHint, host: credentials.host }));
  };
  return {
    authenticate,
    authenticateRequest: async (request) => {
      const credentials = credentialsOf(request, options.trustProxy ?? false);
      if (credentials.authorization !== undefined || !options.signIn) return authenticate(credentials);
      const member = await memberOf(database, options.signIn, request);
      if (!member) return authenticate({ ...credentials, cookie: undefined });
      return expected(writer(member, credentials, options.baseUrl), credentials);
    },
  };
}

/** Returns the caller if it is the expected one. @throws SessionOverError */
function expected(caller: Caller, { expectedUser }: Credentials): Caller {
  if (expectedUser !== undefined && caller.id !== expectedUser) throw new SessionOverError();
  return caller;
}

/**
 * The user identified by the application's own sign-in, in their current tenant; anonymous if they have no role there, or if the role needs
 * a second factor that the session has not shown.
 */
async function memberOf(database: Database, signIn: SignIn, request: Request): Promise<Caller | undefined> {
  const session = await signIn.currentUser(request);
  if (!session) return undefined;
  const { user, tenantId } = session;
  const standing = (await signIn.tenantsOf(user.id)).find(({ tenant }) => (tenant?.id ?? null) === tenantId);
  if (!standing) return undefined;
  const { role } = standing;
  if (!session.secondFactorAt && (await needsSecondFactor(database, { role, tenantId }))) return undefined;
  return { kind: 'user', id: user.id, name: user.name, tenantId, role };
}

/** Returns the caller if a browser session may do this from the origin of the request. @throws ForbiddenError */
function writer(caller: Caller, { method, origin, fetchSite }: Credentials, baseUrl: string | undefined): Caller {
  if (method !== undefined && READING.has(method.toUpperCase())) return caller;
  if (isSameOrigin({ origin, fetchSite }, baseUrl)) return caller;
  throw new ForbiddenError('A browser session can only write from a page of this site.', {
    hint: 'Programs use a bearer token instead of a cookie.',
  });
}

/** The token in an `Authorization` header. @throws UnauthenticatedError if it cannot be one of ours */
export function bearerToken(authorization: string): string {
  const token = tokenIn(authorization);
  kindOf(token);
  return token;
}

function tokenIn(authorization: string): string {
  const token = authorization.length <= LONGEST_HEADER ? BEARER.exec(authorization.trim())?.[1] : undefined;
  if (token === undefined) throw new UnauthenticatedError('The Authorization header must be "Bearer" and a token.', true);
  return token;
}

/** @throws UnauthenticatedError if checksum or format is wrong: such a token cannot be in the database */
function kindOf(token: string): TokenKind {
  const kind = tokenKind(token);
  if (!kind) throw new UnauthenticatedError('This is not a token of this service; check that it was copied completely.', true);
  return kind;
}

async function bearerCaller(
  database: Database,
  { authorization = '', url }: Credentials,
  { now, baseUrl }: { now: Date; baseUrl: string | undefined },
): Promise<Caller> {
  const token = tokenIn(authorization);
  const hash = hashToken(token);
  const found = await cachedOrRead(database, hash, async () => readerOf(database, kindOf(token))?.(hash, now));
  if (!found) throw new UnauthenticatedError('This token is unknown, has expired or was revoked.', true);
  if (found.resource !== undefined && !isBelow(found.resource, url, baseUrl)) throw new WrongAudienceError();
  return found.caller;
}

/** A refresh token is no credential of a request. */
function readerOf(database: Database, kind: TokenKind): ((hash: string, now: Date) => Promise<Verdict | undefined>) | undefined {
  switch (kind) {
    case 'api':
      return readApiTokenVerdict(database);
    case 'cli':
      return readSessionVerdict(database, 'cli');
    case 'agent':
      return readAgentVerdict(database);
    case 'refresh':
      return undefined;
  }
}

/**
 * Whether a request was sent to an address of ours or to one below it. Its host is not compared: links and tokens are made for the
 * application's own address, whatever a proxy calls it. A path that could be read in two ways is none.
 */
function isBelow(resource: string, url: string | undefined, baseUrl: string | undefined): boolean {
  if (url === undefined || baseUrl === undefined || !URL.canParse(url) || !resource.startsWith(`${new URL(baseUrl).origin}/`)) return false;
  const path = /^[^:]+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? '';
  if (path !== new URL(url).pathname || /%2f|%5c|%2e|\\/i.test(path)) return false;
  const root = new URL(resource).pathname;
  return path === root || path.startsWith(`${root}/`);
}

async function cookieCaller(
  database: Database,
  credentials: Credentials,
  { clock, baseUrl }: { clock: () => Date; baseUrl: string | undefined },
): Promise<Caller | undefined> {
  const { method } = credentials;
  const secret = method === undefined ? undefined : sessionCookie(credentials.cookie, { secure: isHttps(baseUrl) });
  if (method === undefined || secret === undefined) return undefined;
  const hash = hashToken(secret);
  const found = await cachedOrRead(database, hash, () => readSessionVerdict(database, 'browser')(hash, clock()));
  return found && writer(found.caller, credentials, baseUrl);
}

async function cachedOrRead(
  database: Database,
  hash: string,
  read: () => Promise<Verdict | undefined>,
): Promise<Pick<Verdict, 'caller' | 'resource'> | undefined> {
  const verdicts = verdictsOf(database);
  const started = performance.now();
  const cached = verdicts.recall(hash, started);
  if (cached) return cached;
  const { generation } = verdicts;
  const verdict = await read();
  if (verdict) verdicts.remember(hash, verdict, { generation, now: started, lifetime: verdict.lifetime });
  return verdict;
}

function credentialsOf({ headers, method, url }: Request, trustProxy: boolean): Credentials {
  const header = (name: string): string | undefined => headers.get(name) ?? undefined;
  const forwarded = trustProxy ? header('x-forwarded-host')?.split(',').at(-1)?.trim() : undefined;
  return {
    authorization: header('authorization'),
    cookie: header('cookie'),
    method,
    url,
    origin: header('origin'),
    fetchSite: header('sec-fetch-site'),
    expectedUser: header('x-expect-user'),
    tenantHint: header('x-tenant'),
    host: forwarded ?? header('host'),
  };
}
