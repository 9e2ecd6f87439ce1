import type { Additions, Parts } from '@colophon/app';
import { contentRoutes } from '@colophon/content';
import type { OperationTable } from '@colophon/core';
import { noteAddress } from '@colophon/core/rest';
import type { Authenticator } from '@colophon/identity';
import type { Hono } from 'hono';
import type { Config } from '../config/load-config.ts';
import type { DemoAccess } from '../demo/demo-access.ts';
import { demoRoutes } from '../demo/demo-routes.ts';
import { PAGE_POLICY } from '../pages/page-answer.ts';
import { createPages } from '../pages/page-routes.ts';
import { sitesOf } from '../pages/reader-call.ts';
import { sitePages } from '../pages/site-page.ts';
import { stylesheet } from '../pages/stylesheet.ts';
import { checkRoutes } from './check-page.ts';
import { VERSION } from './describe.ts';
import { deskRoutes } from './desk.ts';
import { developersPage } from './developers-page.ts';
import { addUnsubscribeRoutes } from './mail.ts';
import { forEverySite, PUBLIC_DATA_PATHS } from './public-data.ts';

/** What Newsroom answers with in addition to the surfaces of every application: pages for readers, the desk, and the routes of content. */
export function newsroomSurfaces(
  { config, database, logger, surface, authenticator, closing }: Parts<Config>,
  demo: DemoAccess | undefined,
): Pick<Additions, 'routes' | 'beforeRest' | 'missing'> {
  const isDemo = demo !== undefined;
  const name = publicationName(config, isDemo);
  const onError = (error: unknown, requestId: string): void => logger.error({ err: error, requestId }, 'unexpected error');
  const reading = { ...config, name, isDemo, database, authenticator: required(authenticator), onError };
  const pages = createPages(reading);
  return {
    routes(routes) {
      routes.route('/', pages.routes);
      routes.get('/developers', (context) => developersPage(context, VERSION));
      if (demo) {
        const { baseUrl } = config;
        const options = { access: demo, database, baseUrl, stylesheet: () => stylesheet().path, pagePolicy: PAGE_POLICY };
        routes.route('/', demoRoutes(options));
      }
      addUnsubscribeRoutes(routes, database);
      routes.route('/', checkRoutes({ onError: (error) => logger.error({ err: error }, 'check page') }));
      routes.route('/', deskRoutes({ authenticate: surface.authenticate, onError: (error) => logger.error({ err: error }, 'desk') }));
    },
    beforeRest(routes) {
      for (const path of PUBLIC_DATA_PATHS) routes.use(path, forEverySite);
      const siteOf = sitesOf(reading);
      const renderPage = sitePages({ baseUrl: config.baseUrl, name, isDemo }, siteOf);
      addContentRoutes(routes, contentRoutes({ ...config, ...surface, siteOf, renderPage, closing }), config);
    },
    async missing(request) {
      if (!isRead(request)) return undefined;
      return acceptsPage(request) ? pages.missing(request) : pages.former(request);
    },
  };
}

/** Newsroom has the sign-in of identity. */
function required(authenticator: Authenticator | undefined): Authenticator {
  if (!authenticator) throw new TypeError('Newsroom was given a sign-in of its own.');
  return authenticator;
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
export function featuresOf({ ai, chat }: Config, table: OperationTable): Readonly<Record<'ai' | 'chat' | 'contributions', boolean>> {
  const offers = (slug: string, name?: string): boolean =>
    table.resources.some(
      (each) => each.slug === slug && (name === undefined || each.operations.some((operation) => operation.name === name)),
    );
  const hasAI = Object.keys(ai ?? {}).length > 0;
  return { ai: hasAI, chat: hasAI && chat !== undefined && offers('contents', 'getChat'), contributions: offers('content-contributions') };
}
