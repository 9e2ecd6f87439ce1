import { type Database, MethodNotAllowedError, NotFoundError, type OperationTable, mayList } from '@colophon/core';
import { contentRoutes } from '@colophon/content';
import type { FileStore } from '@colophon/core/files';
import { discoveryRoutes } from '@colophon/core/discovery';
import { type McpOptions, mcpRoutes } from '@colophon/core/mcp';
import {
  jobEventRoutes,
  noteAddress,
  otherMethods,
  problemResponse,
  requestIdOf,
  restHandler,
  restRoutes,
  type SurfaceOptions,
} from '@colophon/core/rest';
import { createAuthenticator, identifyRequest, identityRoutes, type OAuthOptions } from '@colophon/identity';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Config } from '../config/load-config.ts';
import { allowOrigins } from './cors.ts';
import { describeNewsroom, VERSION } from './describe.ts';
import { deskRoutes } from './desk.ts';
import { withDirectGets } from './direct-gets.ts';
import { freeSpaceBeside } from './free-space.ts';
import { healthRoutes } from './health.ts';
import { developersPage } from './developers-page.ts';
import { addUnsubscribeRoutes } from './mail.ts';
import { identityProviders } from './oidc.ts';
import { requestLog } from './request-log.ts';
import { type DemoAccess } from '../demo/demo-access.ts';
import { demoRoutes } from '../demo/demo-routes.ts';
import { PAGE_POLICY } from '../pages/page-answer.ts';
import { createPages } from '../pages/page-routes.ts';
import { sitesOf } from '../pages/reader-call.ts';
import { sitePages } from '../pages/site-page.ts';
import { stylesheet } from '../pages/stylesheet.ts';

export interface AppParts {
  readonly config: Config;
  readonly database: Database;
  readonly table: OperationTable;
  readonly logger: Logger;
  /** The file storage, which readiness checks. */
  readonly files?: FileStore;
  /** True once the process was asked to stop: it then reports that it is not ready. */
  readonly isStopping: () => boolean;
  /** Ends open streams when the process was asked to stop. */
  readonly closing?: AbortSignal;
  /** Access to a demonstration without a password, if available. */
  readonly demo?: DemoAccess | undefined;
}

/** Assembles Newsroom's surfaces. */
export function createApp(parts: AppParts): Hono {
  const { config, table, database, logger } = parts;
  const authenticator = createAuthenticator(database, { baseUrl: config.baseUrl, trustProxy: config.trustProxy });
  const onError = (error: unknown, requestId: string): void => logger.error({ err: error, requestId }, 'unexpected error');
  const surface: SurfaceOptions = {
    table,
    database,
    trustProxy: config.trustProxy,
    authenticate: authenticator.authenticateRequest,
    onError,
  };
  const isDemo = parts.demo !== undefined;
  const pages = createPages({ ...config, name: publicationName(config, isDemo), isDemo, database, authenticator, onError });
  const app = new Hono();
  const origins = config.corsOrigins ?? [];
  const identify = (request: Request) => identifyRequest(database, request, { baseUrl: config.baseUrl });
  app.use(requestLog(logger, identify));
  if (origins.length > 0) app.use('/api/*', allowOrigins(origins));
  app.route('/', pages.routes);
  app.get('/developers', (context) => developersPage(context, VERSION));
  if (parts.demo)
    app.route(
      '/',
      demoRoutes({ access: parts.demo, database, baseUrl: config.baseUrl, stylesheet: () => stylesheet().path, pagePolicy: PAGE_POLICY }),
    );
  const oauth = oauthOf(config);
  const freeSpace = () => freeSpaceBeside(config.databaseUrl);
  app.route('/', healthRoutes({ database, files: parts.files, isStopping: parts.isStopping, freeSpace }));
  app.route(
    '/',
    identityRoutes({
      database,
      baseUrl: config.baseUrl,
      secret: config.secret,
      trustProxy: config.trustProxy,
      appName: 'Newsroom',
      oidc: identityProviders(config),
      ...(oauth ? { oauth } : {}),
      idle: config.idle ?? {},
      secondFactorRoles: config.secondFactorRoles ?? [],
      features: featuresOf(config, table),
      onError,
    }),
  );
  addUnsubscribeRoutes(app, database);
  app.route('/', deskRoutes({ authenticate: surface.authenticate, onError: (error) => logger.error({ err: error }, 'desk') }));
  addOpenApi(app, table);
  app.route(
    '/api/_resources',
    discoveryRoutes({ ...surface, policy: (caller, operation) => caller.kind !== 'anonymous' && mayList(operation, caller) }),
  );
  app.route('/api/mcp', mcpRoutes({ ...surface, ...mcpSettings(config), allowedOrigins: [config.baseUrl, ...origins] }));
  const jobEvents = jobEventRoutes({ ...surface, ...(parts.closing ? { closing: parts.closing } : {}) });
  for (const mount of ['/api/v1', '/api']) app.route(`${mount}/jobs/events`, jobEvents);
  const siteOf = sitesOf({ ...config, database, authenticator });
  const renderPage = sitePages({ baseUrl: config.baseUrl, name: publicationName(config, isDemo), isDemo }, siteOf);
  addContentRoutes(app, contentRoutes({ ...config, ...surface, siteOf, renderPage, closing: parts.closing }), config);
  const handle = restHandler(surface);
  const rest = restRoutes(surface, handle);
  app.route('/api/v1', rest);
  app.route('/api', rest);
  app.notFound(({ req: { raw } }) => otherMethod(app, raw) ?? missing(raw));
  async function missing(request: Request): Promise<Response> {
    if (!isRead(request)) return problemAt(request, 404);
    return acceptsPage(request) ? pages.missing(request) : ((await pages.former(request)) ?? problemAt(request, 404));
  }
  app.onError((error, context) => {
    logger.error({ err: error }, 'unexpected error');
    return problemAt(context.req.raw, 500);
  });
  // Responses to pages of other sites have headers that only the middleware sets.
  if (origins.length === 0) app.fetch = withDirectGets(app, { rest: handle, logger, trustProxy: config.trustProxy, identify });
  return app;
}

/** How agents are connected; undefined if the settings say that they are not. */
function oauthOf({ agents = 'any', agentRegistration = true }: Config): OAuthOptions | undefined {
  return agents === 'off' ? undefined : { agents, registration: agentRegistration && agents === 'any' };
}

/** What the MCP endpoint is called, from where it can be reached, and how its clients sign in. */
function mcpSettings(config: Config): Pick<McpOptions, 'allowedHosts' | 'name' | 'resourceMetadata' | 'version'> {
  const resourceMetadata = `${new URL(config.baseUrl).origin}/.well-known/oauth-protected-resource/api/mcp`;
  return { name: 'newsroom', version: VERSION, ...loopbackHosts(config), ...(oauthOf(config) ? { resourceMetadata } : {}) };
}

/** The OpenAPI document: the same for everyone, built on first use. */
function addOpenApi(app: Hono, table: OperationTable): void {
  let document: Promise<string> | undefined;
  for (const mount of ['/api/v1', '/api']) {
    app.get(`${mount}/openapi.json`, async () => {
      document ??= describeNewsroom(table).then(JSON.stringify);
      return new Response(await document, { headers: { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=60' } });
    });
    app.all(`${mount}/openapi.json`, otherMethods(['GET', 'HEAD']));
  }
}

function addContentRoutes(app: Hono, routes: ReturnType<typeof contentRoutes>, { trustProxy }: Pick<Config, 'trustProxy'>): void {
  for (const { method, path, under, handle } of routes) {
    for (const mount of under === 'api' ? ['/api/v1', '/api'] : [''])
      app.on(method, `${mount}${path}`, (context, next) => {
        noteAddress(context, trustProxy);
        return handle(context.req.raw, context.req.param()) ?? next();
      });
  }
}

/** The name of the publication: the demonstration has its own. */
export function publicationName({ name }: Config, isDemo: boolean): string {
  return name ?? (isDemo ? 'The Harbour Courier' : 'Newsroom');
}

/** Whether the path is outside of the API. */
function isRead({ method, url }: Request): boolean {
  return (method === 'GET' || method === 'HEAD') && !/^\/api(?:\/|$)/.test(new URL(url).pathname);
}

/** Whether the client is a browser that needs a 404 page, rather than a program. */
function acceptsPage(request: Request): boolean {
  return (request.headers.get('accept') ?? '').includes('text/html');
}

/** The features of the desk: those not configured are not shown. */
function featuresOf({ ai, chat }: Config, table: OperationTable): Readonly<Record<'ai' | 'chat' | 'contributions', boolean>> {
  const offers = (slug: string, name?: string): boolean =>
    table.resources.some(
      (each) => each.slug === slug && (name === undefined || each.operations.some((operation) => operation.name === name)),
    );
  const hasAI = Object.keys(ai ?? {}).length > 0;
  return { ai: hasAI, chat: hasAI && chat !== undefined && offers('contents', 'getChat'), contributions: offers('content-contributions') };
}

/**
 * On a loopback address only loopback host names are accepted, so that a page elsewhere cannot reach it through its own name (DNS
 * rebinding).
 */
function loopbackHosts({ host, port, baseUrl }: Config): { allowedHosts?: readonly string[] } {
  if (!['127.0.0.1', '::1', 'localhost'].includes(host)) return {};
  return { allowedHosts: [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, new URL(baseUrl).host] };
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The allowed methods of an address (RFC 9110 §15.5.6); undefined if it does not exist. */
function otherMethod(app: Hono, request: Request): Response | undefined {
  const { pathname } = new URL(request.url);
  const allowedMethods = METHODS.filter((method) =>
    app.router.match(method, pathname)[0].some(([[, route]]) => route.method === method && !route.path.endsWith('*')),
  );
  if (allowedMethods.length === 0 || allowedMethods.includes(request.method === 'HEAD' ? 'GET' : request.method)) return undefined;
  const allowed = allowedMethods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return problem(request, new MethodNotAllowedError(`This URL supports ${allowed.join(', ')}.`, allowed));
}

function problemAt(request: Request, status: 404 | 500): Response {
  return problem(request, status === 404 ? new NotFoundError('There is no resource at this URL.') : new Error('unexpected'));
}

function problem(request: Request, error: Error): Response {
  return problemResponse(error, { instance: new URL(request.url).pathname, requestId: requestIdOf(request) });
}
