import { createHmac } from 'node:crypto';
import { type Database, type Role, UsageError } from '@colophon/core';
import type { AgentPolicy } from '../agents/find-client.ts';
import type { IdleLimits } from '../sessions/idle-limits.ts';
import { OidcClient } from '../sign-in/oidc/client.ts';
import { type OidcProvider, requireProviders } from '../sign-in/oidc/provider.ts';
import { type RelyingParty, relyingPartyOf } from '../sign-in/passkeys/relying-party.ts';
import type { SignIn } from '../sign-in/port.ts';

/** The options of `identityRoutes`. */
export interface IdentityOptions {
  readonly database: Database;
  /** The application's own address. Issuer and links are derived from it, never from the request. */
  readonly baseUrl: string;
  /** At least 32 characters; the key of CSRF tokens is derived from it. */
  readonly secret: string;
  /** Whether `X-Forwarded-For` is set by a proxy of ours; its last entry is then the client's address. Default: false. */
  readonly trustProxy?: boolean;
  /** The sign-in of users. Default: passwords (`passwordSignIn`), with its pages among the routes. */
  readonly signIn?: SignIn;
  /** Roles that need a second factor in every tenant, in addition to the tenants' own rules. */
  readonly secondFactorRoles?: readonly Role[];
  /** After how many milliseconds without a request sessions of browsers and terminals (`cli`) end. Default: only when they expire. */
  readonly idle?: IdleLimits;
  /** Identity providers for signing in, in addition to passwords and passkeys. */
  readonly oidc?: readonly OidcProvider[];
  /** Whether people can let agents (MCP clients) act for them. Default: they cannot. */
  readonly oauth?: OAuthOptions;
  /** The name of the application on its pages. */
  readonly appName: string;
  readonly clock?: () => Date;
  /** The features of the application, returned with the browser's session, so that pages show only available ones. */
  readonly features?: Readonly<Record<string, boolean>>;
  /** The time zone of dates (IANA). Default: the server's. */
  readonly timeZone?: string;
  /** Called with internal errors. */
  readonly onError?: (error: unknown, requestId: string) => void;
}

/** How people let agents act for them, by OAuth 2.1. */
export interface OAuthOptions {
  /** Which agents: any, or only those that the operator has pinned (`pinAgent`). Default: `any`. */
  readonly agents?: AgentPolicy;
  /** Whether agents may register themselves (RFC 7591), as those without a metadata document do. Default: true. */
  readonly registration?: boolean;
  /** Whether a path is one that agents can be connected to. Default: `/api/mcp` alone. */
  readonly isResource?: (path: string) => boolean;
}

/** The path that agents are connected to if they name none. */
export const DEFAULT_RESOURCE = '/api/mcp';

/** The options as the endpoints use them. */
export interface IdentityParts {
  readonly database: Database;
  /** The base URL without a trailing slash: exact and opaque to clients. */
  readonly issuer: string;
  readonly secret: string;
  readonly trustProxy: boolean;
  readonly signIn: SignIn;
  readonly appName: string;
  readonly clock: () => Date;
  readonly features: Readonly<Record<string, boolean>>;
  readonly timeZone: string;
  readonly onError: (error: unknown, requestId: string) => void;
  /** How agents are connected; undefined if they cannot be. */
  readonly oauth: Required<OAuthOptions> | undefined;
  /** The identity providers. */
  readonly oidc: readonly OidcClient[];
  /** The relying party of passkeys; undefined if browsers offer none. */
  readonly relyingParty: RelyingParty | undefined;
  /** Whether the application is served over HTTPS, so that cookies are limited to it. */
  readonly secure: boolean;
}

const SHORTEST_SECRET = 32;

/** Validates the options. @throws UsageError naming the invalid option */
export function identityParts(options: IdentityOptions, signIn: SignIn): IdentityParts {
  if (options.secret.length < SHORTEST_SECRET) throw new UsageError(`secret: must have at least ${SHORTEST_SECRET} characters.`);
  const url = URL.canParse(options.baseUrl) ? new URL(options.baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new UsageError('baseUrl: must be an http or https address with nothing after the host, such as https://news.example.');
  }
  if (options.oauth && options.signIn) throw new UsageError('oauth: agents can be connected only with the sign-in that is included.');
  const issuer = url.origin;
  return {
    database: options.database,
    issuer,
    secret: options.secret,
    trustProxy: options.trustProxy ?? false,
    signIn,
    appName: options.appName,
    clock: options.clock ?? (() => new Date()),
    features: options.features ?? {},
    timeZone: options.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    onError: options.onError ?? (() => undefined),
    oauth: options.oauth && { agents: 'any', registration: true, isResource: (path) => path === DEFAULT_RESOURCE, ...options.oauth },
    oidc: requireProviders(options.oidc ?? []).map((provider) => new OidcClient(provider, issuer)),
    relyingParty: relyingPartyOf(options.baseUrl, options.appName),
    secure: url.protocol === 'https:',
  };
}

/** The CSRF token of a browser session. */
export function formToken(parts: IdentityParts, sessionId: string): string {
  return createHmac('sha256', parts.secret).update(`form:${sessionId}`).digest('base64url');
}
