import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Database, Role } from '@colophon/core';
import { Hono } from 'hono';
import { identityRoutes } from '../endpoints/identity-routes.ts';
import type { OAuthOptions } from '../endpoints/parts.ts';
import type { OidcProvider } from '../sign-in/oidc/provider.ts';
import type { IdleLimits } from '../sessions/idle-limits.ts';
import { createAuthenticator } from '../callers/authenticator.ts';
import { Browser } from './browser.ts';

const TEST_SECRET = 'a secret of the tests, long enough to be one';

export interface RunningIdentity {
  readonly url: string;
  /** Internal errors that the routes reported. */
  readonly errors: unknown[];
  browser(): Browser;
  stop(): Promise<void>;
}

/** Serves identity's routes on a free loopback port, with one additional route that returns the caller. */
export async function serveIdentity(
  database: Database,
  {
    clock,
    trustProxy,
    hostname = '127.0.0.1',
    port = 0,
    ...more
  }: {
    clock?: () => Date;
    trustProxy?: boolean;
    /** The host in the application's own address; passkeys are supported for `localhost` only. */
    hostname?: string;
    /** Default: a free one. */
    port?: number;
    oidc?: readonly OidcProvider[];
    features?: Record<string, boolean>;
    timeZone?: string;
    idle?: IdleLimits;
    secondFactorRoles?: readonly Role[];
    oauth?: OAuthOptions;
  } = {},
): Promise<RunningIdentity> {
  const errors: unknown[] = [];
  const app = new Hono();
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const started = serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, () => resolve(started));
  });
  const url = `http://${hostname}:${(server.address() as AddressInfo).port}`;
  const timed = clock ? { clock } : {};
  const options = { database, baseUrl: url, secret: TEST_SECRET, appName: 'Newsroom', trustProxy: trustProxy ?? false, ...timed, ...more };
  app.route('/', identityRoutes({ ...options, onError: (error) => errors.push(error) }));
  const authenticator = createAuthenticator(database, { baseUrl: url, ...timed });
  for (const path of ['/whoami', '/api/mcp', '/api/mcp/*', '/api/mcpx'])
    app.all(path, async (context) => {
      try {
        return context.json(await authenticator.authenticateRequest(context.req.raw));
      } catch (error) {
        return context.json({ code: (error as { code?: string }).code }, 401);
      }
    });
  return {
    url,
    errors,
    browser: () => new Browser(url),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
