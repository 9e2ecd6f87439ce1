import { type Database, mayList } from '@colophon/core';
import { discoveryRoutes } from '@colophon/core/discovery';
import { mcpRoutes } from '@colophon/core/mcp';
import { openApiDocument } from '@colophon/core/openapi';
import { restRoutes, type SurfaceOptions } from '@colophon/core/rest';
import { createAuthenticator, identityRoutes } from '@colophon/identity';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { table } from './objects.ts';

export interface AppOptions {
  readonly database: Database;
  /** The public address of the application; links, issuers and cookies are built from it. */
  readonly baseUrl: string;
  /** At least 32 characters, the same in every process. */
  readonly secret: string;
  /** The sites whose pages may use the API with a bearer token. */
  readonly origins: readonly string[];
}

/** Assembles the surfaces: one definition, five interfaces, and the same permission check on each. */
export function createApp({ database, baseUrl, secret, origins }: AppOptions): Hono {
  const { authenticateRequest } = createAuthenticator(database, { baseUrl });
  const surface: SurfaceOptions = {
    table,
    database,
    authenticate: authenticateRequest,
    onError: (error, requestId) => console.error(requestId, error),
  };
  const app = new Hono();
  // Without `credentials`: pages of other sites authenticate with a token, never with a cookie.
  app.use(
    '/api/*',
    cors({
      origin: [...origins],
      allowHeaders: ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key', 'Prefer', 'X-Request-Id', 'X-Tenant'],
      exposeHeaders: ['ETag', 'Link', 'Location', 'Retry-After', 'X-Request-Id'],
      maxAge: 600,
    }),
  );
  // Sign-in, the account page, and the device login of terminals: first, because REST would match /api/cli.
  app.route('/', identityRoutes({ database, baseUrl, secret, appName: 'Places' }));
  app.get('/api/v1/openapi.json', (context) =>
    context.json(openApiDocument(table, { title: 'Places', version: '1.0.0' }), 200, { 'X-Content-Type-Options': 'nosniff' }),
  );
  // The commands for a command line: those that the caller must not run are not listed.
  app.route(
    '/api/_resources',
    discoveryRoutes({ ...surface, policy: (caller, operation) => caller.kind !== 'anonymous' && mayList(operation, caller) }),
  );
  app.route('/api/mcp', mcpRoutes({ ...surface, name: 'places', version: '1.0.0', allowedOrigins: [baseUrl, ...origins] }));
  // Last, because it matches every address below.
  app.route('/api/v1', restRoutes(surface));
  app.route('/api', restRoutes(surface));
  return app;
}
