import { otherMethods } from '@colophon/core/rest';
import { Hono } from 'hono';
import { ownAddress } from '../links/address-of.ts';
import { isHttps } from '../sessions/cookie.ts';
import { idleLimits } from '../sessions/idle-limits.ts';
import { passwordSignIn } from '../sign-in/password-sign-in.ts';
import { demandedRoles } from '../users/factors/demanded-roles.ts';
import { accountRoutes } from './account-routes.ts';
import { AGENTS_PATH, agentRoutes } from './agent-routes.ts';
import { browserSessionRoutes } from './browser-session-routes.ts';
import { grantRoutes } from './grant-routes.ts';
import { linkRoutes } from './link-routes.ts';
import { type IdentityOptions, identityParts } from './parts.ts';
import { identitiesRoutes } from './identities-routes.ts';
import { AUTHORIZE_PATH, oauthAuthorizeRoutes } from './oauth-authorize.ts';
import { oauthMetadataRoutes } from './oauth-metadata.ts';
import { oauthTokenRoutes } from './oauth-token.ts';
import { oidcRoutes } from './oidc-routes.ts';
import { passkeyPages } from './passkey-pages.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { revocationRoutes } from './revocation-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { secondFactorApi } from './second-factor-api.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { terminalLoginRoutes } from './terminal-login-routes.ts';

/** The pages, each of which shows and accepts a form. */
const PAGES = [
  '/sign-in',
  '/sign-in/second-factor',
  '/account',
  '/account/second-factor',
  '/account/passkeys',
  '/account/identities',
  '/set-password',
  '/invitation',
];
const READ_ONLY = ['/sign-in/passkeys.js', '/sign-in/oidc/:key', '/sign-in/oidc/:key/end', '/oidc/:key/callback'];

/**
 * All HTTP routes of identity: the device login with its page, the session endpoints, and, unless the application brings its own sign-in,
 * the pages for signing in, managing the account and accepting an invitation.
 *
 * Mount them at the root, before routes that would match `/api/cli` and `/api/v1/session`.
 *
 * @throws UsageError for a secret that is too short or an invalid base URL
 *
 * @example
 * app.route('/', identityRoutes({ database, baseUrl: 'https://news.example', secret, appName: 'Newsroom' }));
 */
export function identityRoutes(options: IdentityOptions): Hono {
  const clock = options.clock ?? (() => new Date());
  const own = passwordSignIn({ database: options.database, secure: isHttps(options.baseUrl), clock });
  const parts = identityParts(options, options.signIn ?? own);
  options.database.ports
    .provide(ownAddress, parts.issuer)
    .provide(demandedRoles, options.secondFactorRoles ?? [])
    .provide(idleLimits, options.idle ?? {});
  const app = new Hono();
  app.route('/', grantRoutes(parts));
  app.route('/', oauthMetadataRoutes(parts));
  if (parts.oauth) {
    app.route('/', oauthAuthorizeRoutes(parts));
    app.route('/', oauthTokenRoutes(parts));
    app.route('/', agentRoutes(parts));
    for (const path of [AUTHORIZE_PATH, AGENTS_PATH]) app.all(path, otherMethods(['GET', 'HEAD', 'POST']));
  }
  app.route('/', sessionRoutes(parts));
  app.route('/', browserSessionRoutes(parts, { own: !options.signIn }));
  app.route('/', revocationRoutes(parts));
  app.route('/', terminalLoginRoutes(parts));
  if (!options.signIn) {
    app.route('/', signInRoutes(parts));
    app.route('/', secondFactorRoutes(parts));
    app.route('/', secondFactorApi(parts));
    app.route('/', oidcRoutes(parts));
    app.route('/', identitiesRoutes(parts));
    app.route('/', passkeyRoutes(parts));
    app.route('/', passkeyPages(parts));
    app.route('/', accountRoutes(parts));
    app.route('/', linkRoutes(parts));
    for (const path of PAGES) app.all(path, otherMethods(['GET', 'HEAD', 'POST']));
    for (const path of READ_ONLY) app.all(path, otherMethods(['GET', 'HEAD']));
  }
  return app;
}
