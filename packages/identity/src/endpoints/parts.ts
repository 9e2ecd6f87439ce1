import { createHmac } from 'node:crypto';
import { type Database, UsageError } from '@colophon/core';
import { OidcClient } from '../sign-in/oidc/client.ts';
import { type OidcProvider, requireProviders } from '../sign-in/oidc/provider.ts';
import { type RelyingParty, relyingPartyOf } from '../sign-in/passkeys/relying-party.ts';
import type { SignIn } from '../sign-in/port.ts';

/** What `identityRoutes` is given. */
export interface IdentityOptions {
  readonly database: Database;
  /** The application's own address: issuer and links are made of it, never of what a request says. */
  readonly baseUrl: string;
  /** At least 32 characters; tokens against request forgery are made with it. */
  readonly secret: string;
  /** Whether `X-Forwarded-For` is set by a proxy of ours; its last entry is then the client's address. Default: false. */
  readonly trustProxy?: boolean;
  /** How people sign in. Default: with a password (`passwordSignIn`), and its pages are part of the routes. */
  readonly signIn?: SignIn;
  /** Identity providers that people sign in with, beside passwords and passkeys. */
  readonly oidc?: readonly OidcProvider[];
  /** What the application is called on its pages. */
  readonly appName: string;
  readonly clock?: () => Date;
  /** What the application offers, told with the browser's session, so that a page shows nothing that is not there. */
  readonly features?: Readonly<Record<string, boolean>>;
  /** The time zone that dates are meant in (IANA). Default: the server's. */
  readonly timeZone?: string;
  /** Told of errors that are nobody's fault but ours. */
  readonly onError?: (error: unknown, requestId: string) => void;
}

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
  /** The identity providers. */
  readonly oidc: readonly OidcClient[];
  /** Whom passkeys are made for; undefined where browsers offer none. */
  readonly relyingParty: RelyingParty | undefined;
  /** Served over HTTPS, so that cookies can be kept to it. */
  readonly secure: boolean;
}

const SHORTEST_SECRET = 32;

/** Checks the options. @throws UsageError naming the option at fault */
export function identityParts(options: IdentityOptions, signIn: SignIn): IdentityParts {
  if (options.secret.length < SHORTEST_SECRET) throw new UsageError(`secret: must have at least ${SHORTEST_SECRET} characters.`);
  const url = URL.canParse(options.baseUrl) ? new URL(options.baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new UsageError('baseUrl: must be an http or https address with nothing after the host, such as https://news.example.');
  }
  const issuer = options.baseUrl.replace(/\/+$/, '');
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
    oidc: requireProviders(options.oidc ?? []).map((provider) => new OidcClient(provider, issuer)),
    relyingParty: relyingPartyOf(options.baseUrl, options.appName),
    secure: url.protocol === 'https:',
  };
}

/** The token that shows that a form came from a page of ours, made for this browser session. */
export function formToken(parts: IdentityParts, sessionId: string): string {
  return createHmac('sha256', parts.secret).update(`form:${sessionId}`).digest('base64url');
}
