import { type Database, linkTypes, mayList, type OperationTable, UsageError } from '@colophon/core';
import { discoveryRoutes } from '@colophon/core/discovery';
import type { FileStore } from '@colophon/core/files';
import { isToolSetPath, type McpOptions, mcpRoutes } from '@colophon/core/mcp';
import { jobEventRoutes, otherMethods, restHandler, type RestHandler, restRoutes, type SurfaceOptions } from '@colophon/core/rest';
import type { Signer } from '@colophon/core/signing';
import { createAuthenticator, identifyRequest, identityRoutes, type OAuthOptions } from '@colophon/identity';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Additions, Application, Parts } from '../definition/application.ts';
import { allowOrigins } from '../server/cors.ts';
import { withDirectGets } from '../server/direct-gets.ts';
import { freeSpaceBeside } from '../server/free-space.ts';
import { healthRoutes } from '../server/health.ts';
import { logRoutes } from '../server/log-routes.ts';
import { identityProviders } from '../server/oidc.ts';
import { type Identify, requestLog } from '../server/request-log.ts';
import type { Config } from '../settings/config.ts';
import { otherMethod, problemAt } from './other-method.ts';
import { requireFreeRoutes, type RoutePattern } from './route-taken.ts';

/** What the surfaces of an application are made from. */
export interface MountInput<C extends Config = Config> {
  readonly config: C;
  readonly database: Database;
  readonly logger: Logger;
  /** The operations; default those of the application. */
  readonly table?: OperationTable;
  readonly files?: FileStore | undefined;
  readonly signer?: Signer | undefined;
  /** True once the process was asked to stop: it then reports that it is not ready. */
  readonly isStopping: () => boolean;
  /** Ends open streams when the process was asked to stop. */
  readonly closing?: AbortSignal | undefined;
  /** The time at which requests are answered; default that of the machine. */
  readonly now?: (() => Date) | undefined;
}

/** Everything that a mount needs. */
interface Mounting<C extends Config> extends MountInput<C> {
  readonly application: Application<C>;
  readonly parts: Parts<C>;
  readonly additions: Additions;
  readonly origins: readonly string[];
  readonly identify: Identify;
  readonly rest: RestHandler;
}

/** One step of assembling the application's routes. */
export interface Mount {
  readonly name: string;
  mount<C extends Config>(app: Hono, mounting: Mounting<C>): void;
}

/** The path at which the newest version of the API is, and the one without a version. */
const API = ['/api/v1', '/api'] as const;

/** The order in which routes are asked, of every application. What stands earlier answers first. */
export const MOUNTS: readonly Mount[] = [
  { name: 'request log', mount: (app, { logger, identify }) => void app.use(requestLog(logger, identify)) },
  {
    name: 'pages of other origins',
    mount: (app, { origins }) => void (origins.length > 0 && app.use('/api/*', allowOrigins(origins))),
  },
  {
    name: 'health',
    mount(app, { config, database, files, isStopping }) {
      const freeSpace = () => freeSpaceBeside(config.databaseUrl);
      app.route('/', healthRoutes({ database, files, isStopping, freeSpace }));
    },
  },
  { name: 'transparency log', mount: (app, { database }) => void app.route('/', logRoutes(database)) },
  { name: 'identity', mount: mountIdentity },
  { name: 'openapi', mount: (app, { application }) => void (application.surfaces.openapi && addOpenApi(app, application)) },
  {
    name: 'discovery',
    mount(app, { application, parts: { surface } }) {
      if (!application.surfaces.discovery) return;
      const policy = (caller: Parameters<typeof mayList>[1], operation: Parameters<typeof mayList>[0]): boolean =>
        caller.kind !== 'anonymous' && mayList(operation, caller);
      app.route('/api/_resources', discoveryRoutes({ ...surface, policy }));
    },
  },
  {
    name: 'mcp',
    mount(app, { application, config, origins, closing, parts: { surface } }) {
      if (!application.surfaces.mcp) return;
      const allowedOrigins = [config.baseUrl, ...origins];
      app.route(
        '/api/mcp',
        mcpRoutes({ ...surface, ...mcpSettings(application, config), allowedOrigins, ...(closing ? { closing } : {}) }),
      );
    },
  },
  {
    name: 'job events',
    mount(app, { application, parts: { surface, table }, closing }) {
      if (!application.surfaces.rest || table.resource('jobs') === undefined) return;
      const jobEvents = jobEventRoutes({ ...surface, ...(closing ? { closing } : {}) });
      for (const mount of API) app.route(`${mount}/jobs/events`, jobEvents);
    },
  },
  { name: 'routes', mount: mountOwn },
  { name: 'before REST', mount: (app, { additions }) => additions.beforeRest?.(app) },
  {
    name: 'rest',
    mount(app, { application, parts: { surface }, rest }) {
      if (!application.surfaces.rest) return;
      const routes = restRoutes(surface, rest);
      for (const mount of API) app.route(mount, routes);
    },
  },
  { name: 'other methods and missing addresses', mount: mountMissing },
];

/**
 * Assembles the surfaces of an application, in the order of `MOUNTS`.
 *
 * @throws RouteTakenError if a route of the application hides one of them, or would never be reached
 */
export function mountApplication<C extends Config>(
  application: Application<C>,
  input: MountInput<C>,
  additions: AdditionsOf<C> = {},
): Hono {
  const parts = partsOf(application, input);
  return mountParts(application, input, parts, typeof additions === 'function' ? additions(parts) : additions);
}

/** What an application adds, or how it is made. */
export type AdditionsOf<C extends Config> = Additions | ((parts: Parts<C>) => Additions);

/** Assembles the surfaces with parts that are made. */
export function mountParts<C extends Config>(
  application: Application<C>,
  input: MountInput<C>,
  parts: Parts<C>,
  additions: Additions,
): Hono {
  const { config, database, logger } = input;
  const app = new Hono();
  const rest = restHandler(parts.surface);
  const origins = config.corsOrigins ?? [];
  const identify: Identify = (request) =>
    application.signIn ? Promise.resolve(undefined) : identifyRequest(database, request, { baseUrl: config.baseUrl });
  const mounting: Mounting<C> = { ...input, application, parts, additions, origins, identify, rest };
  for (const each of MOUNTS) each.mount(app, mounting);
  // Responses to pages of other sites have headers that only the middleware sets.
  if (origins.length === 0 && application.surfaces.rest)
    app.fetch = withDirectGets(app, { rest, logger, trustProxy: config.trustProxy, identify });
  return app;
}

/** Makes the parts of a running application. */
export function partsOf<C extends Config>(application: Application<C>, input: MountInput<C>): Parts<C> {
  const { config, database, logger, files, signer, table = application.table, closing = new AbortController().signal, now } = input;
  linkTypes(database, table);
  const { baseUrl, trustProxy } = config;
  const authenticator = application.signIn
    ? undefined
    : createAuthenticator(database, { baseUrl, trustProxy, ...(now ? { clock: now } : {}) });
  const authenticate = application.signIn?.authenticate ?? authenticator?.authenticateRequest;
  if (!authenticate) throw new UsageError('An application needs a sign-in.');
  const surface: SurfaceOptions = {
    table,
    database,
    trustProxy,
    ...(now ? { now } : {}),
    authenticate,
    onError: (error, requestId) => logger.error({ err: error, requestId }, 'unexpected error'),
  };
  return { config, database, table, logger, surface, authenticator, files, signer, closing };
}

/** Sign-in, the account pages, the device login of terminals and OAuth: before REST, which would match `/api/cli`. */
function mountIdentity<C extends Config>(
  app: Hono,
  { application, config, database, now, parts: { surface, authenticator } }: Mounting<C>,
): void {
  if (!authenticator) return;
  const oauth = oauthOf(application, config);
  const { onError } = surface;
  app.route(
    '/',
    identityRoutes({
      database,
      baseUrl: config.baseUrl,
      secret: config.secret,
      trustProxy: config.trustProxy,
      appName: application.name,
      oidc: identityProviders(config, application.version),
      ...(oauth ? { oauth } : {}),
      idle: config.idle ?? {},
      secondFactorRoles: config.secondFactorRoles ?? [],
      features: application.features?.(config) ?? {},
      ...(onError ? { onError } : {}),
      ...(now ? { clock: now } : {}),
    }),
  );
}

/** How agents are connected; undefined if the settings say that they are not, or nothing is there to connect to. */
function oauthOf<C extends Config>(application: Application<C>, { agents = 'any', agentRegistration = true }: C): OAuthOptions | undefined {
  if (agents === 'off' || application.signIn || !application.surfaces.mcp) return undefined;
  const { toolsets } = application;
  return { agents, registration: agentRegistration && agents === 'any', isResource: (path) => isToolSetPath(path, toolsets) };
}

/** What the MCP endpoint is called, from where it can be reached, and how its clients sign in. */
function mcpSettings<C extends Config>(
  application: Application<C>,
  config: C,
): Pick<McpOptions, 'allowedHosts' | 'approvalUrl' | 'name' | 'resourceMetadata' | 'resources' | 'toolsets' | 'version'> {
  const resourceMetadata = `${new URL(config.baseUrl).origin}/.well-known/oauth-protected-resource/api/mcp`;
  const { slug: name, version, approvalsPath, resources, toolsets } = application;
  const { origin } = new URL(config.baseUrl);
  return {
    name,
    version,
    ...loopbackHosts(config),
    ...(toolsets ? { toolsets } : {}),
    ...(resources ? { resources } : {}),
    ...(oauthOf(application, config) ? { resourceMetadata } : {}),
    ...(approvalsPath === undefined ? {} : { approvalUrl: (id) => `${origin}${approvalsPath}/${encodeURIComponent(id)}` }),
  };
}

/**
 * On a loopback address only loopback host names are accepted, so that a page elsewhere cannot reach it through its own name (DNS
 * rebinding).
 */
function loopbackHosts({ host, port, baseUrl }: Config): { allowedHosts?: readonly string[] } {
  if (!['127.0.0.1', '::1', 'localhost'].includes(host)) return {};
  return { allowedHosts: [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, new URL(baseUrl).host] };
}

/** The OpenAPI document: the same for everyone, built on first use. */
function addOpenApi<C extends Config>(app: Hono, application: Application<C>): void {
  let document: Promise<string> | undefined;
  for (const mount of API) {
    app.get(`${mount}/openapi.json`, async () => {
      document ??= application.describe().then(JSON.stringify);
      return new Response(await document, { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=60' } });
    });
    app.all(`${mount}/openapi.json`, otherMethods(['GET', 'HEAD']));
  }
}

function mountOwn<C extends Config>(app: Hono, { additions, application, parts: { table } }: Mounting<C>): void {
  if (!additions.routes) return;
  const own = new Hono();
  additions.routes(own);
  const before = app.routes.filter(({ path }) => path !== '/*' && path !== '/api/*');
  const after = application.surfaces.rest ? API.flatMap((mount) => restPatterns(mount, table)) : [];
  requireFreeRoutes(own.routes, { before, after });
  app.route('/', own);
}

function restPatterns(mount: string, { operations }: OperationTable): RoutePattern[] {
  return operations.map(({ method, path, scope, resource }) => ({
    method,
    path: [mount, resource.slug, ...(scope === 'item' ? [':id'] : []), ...path].join('/'),
  }));
}

function mountMissing<C extends Config>(app: Hono, { additions, logger }: Mounting<C>): void {
  const missing = async (request: Request): Promise<Response> => (await additions.missing?.(request)) ?? problemAt(request, 404);
  app.notFound(({ req: { raw } }) => otherMethod(app, raw) ?? missing(raw));
  app.onError((error, context) => {
    logger.error({ err: error }, 'unexpected error');
    return problemAt(context.req.raw, 500);
  });
}
