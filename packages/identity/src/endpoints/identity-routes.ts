import { Hono } from 'hono';
import { rememberAddress } from '../address-of.ts';
import { passwordSignIn } from '../sign-in/password-sign-in.ts';
import { accountRoutes } from './account-routes.ts';
import { browserSessionRoutes } from './browser-session-routes.ts';
import { grantRoutes } from './grant-routes.ts';
import { linkRoutes } from './link-routes.ts';
import { type IdentityOptions, identityParts } from './parts.ts';
import { identitiesRoutes } from './identities-routes.ts';
import { oidcRoutes } from './oidc-routes.ts';
import { passkeyPages } from './passkey-pages.ts';
import { passkeyRoutes } from './passkey-routes.ts';
import { revocationRoutes } from './revocation-routes.ts';
import { sessionRoutes } from './session-routes.ts';
import { secondFactorApi } from './second-factor-api.ts';
import { secondFactorRoutes } from './second-factor-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { terminalLoginRoutes } from './terminal-login-routes.ts';

/**
 * Everything of identity that HTTP sees: the device login with its page, the session endpoints, and, unless the
 * application brings a sign-in of its own, the pages to sign in, to manage one's account and to accept an invitation.
 *
 * Mount it at the root, before routes that would take `/api/cli` and `/api/v1/session`.
 *
 * @throws UsageError for a secret that is too short or a base URL that is none
 *
 * @example
 * app.route('/', identityRoutes({ database, baseUrl: 'https://news.example', secret, appName: 'Newsroom' }));
 */
export function identityRoutes(options: IdentityOptions): Hono {
  const clock = options.clock ?? (() => new Date());
  const own = passwordSignIn({ database: options.database, secure: options.baseUrl.startsWith('https:'), clock });
  const parts = identityParts(options, options.signIn ?? own);
  rememberAddress(options.database, parts.issuer);
  const app = new Hono();
  app.route('/', grantRoutes(parts));
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
  }
  return app;
}
