import { randomBytes } from 'node:crypto';
import type { Caller } from '@colophon/core';
import { otherMethods } from '@colophon/core/rest';
import { type Context, Hono } from 'hono';
import { type DeskFiles, type DeskPage, openDeskFiles } from './desk-files.ts';

export interface DeskOptions {
  /** Identifies the caller. If it throws, the caller is anonymous. */
  readonly authenticate: (request: Request) => Caller | Promise<Caller>;
  /** The built desk; default: the one of this program. */
  readonly files?: () => Promise<DeskFiles>;
  readonly onError: (error: unknown) => void;
}

/** Users without access to the desk get the portal. */
const PORTAL_ROLES: ReadonlySet<string | null> = new Set(['viewer', 'contributor']);
const PAGES = ['/desk', '/desk/*', '/portal', '/portal/*'];

/**
 * The desk and the portal: pages for signed-in users, and their scripts and styles, which contain no user data. The pages get their data
 * from the API.
 */
export function deskRoutes({ authenticate, files = openDeskFiles, onError }: DeskOptions): Hono {
  const app = new Hono();
  let opened: Promise<DeskFiles> | undefined;
  const open = async (): Promise<DeskFiles | undefined> => {
    try {
      return await (opened ??= files());
    } catch (error) {
      // The next request tries again.
      opened = undefined;
      onError(error);
      return undefined;
    }
  };
  app.get('/desk/assets/:name', async (context) => {
    const name = context.req.param('name');
    return (await open())?.asset(name, context.req.raw) ?? context.notFound();
  });
  for (const path of PAGES) {
    app.get(path, async (context) => {
      const redirect = elsewhere(context, await callerOf(authenticate, context.req.raw));
      if (redirect !== undefined) return redirect;
      const page = (await open())?.page(context.req.path.startsWith('/portal') ? 'portal' : 'desk');
      return page === undefined ? notBuilt(context) : pageAnswer(page);
    });
    app.all(path, otherMethods(['GET', 'HEAD']));
  }
  return app;
}

async function callerOf(authenticate: DeskOptions['authenticate'], request: Request): Promise<Caller | undefined> {
  try {
    return await authenticate(request);
  } catch {
    return undefined;
  }
}

/** Where a user is redirected: to sign in first, or from the desk to the portal. */
function elsewhere(context: Context, caller: Caller | undefined): Response | undefined {
  const { path } = context.req;
  const { search } = new URL(context.req.url);
  context.header('Cache-Control', 'no-store');
  if (caller?.kind !== 'user') return context.redirect(`/sign-in?next=${encodeURIComponent(path + search)}`, 303);
  const isDesk = path.startsWith('/desk') && path !== '/desk/signed-in';
  return isDesk && PORTAL_ROLES.has(caller.role) ? context.redirect('/portal', 303) : undefined;
}

/** Only our own scripts, and only our own styles and those with the nonce; pictures may come from elsewhere. */
function policyOf(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' https: blob: data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function pageAnswer({ title, scripts, preloads, styles }: DeskPage): Response {
  const nonce = randomBytes(16).toString('base64');
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    // The editor writes its styles with it.
    `<meta property="csp-nonce" nonce="${nonce}">`,
    `<title>${title}</title>`,
    '<link rel="icon" href="data:,">',
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
    ...scripts.map((src) => `<script type="module" src="${src}"></script>`),
  ].join('');
  const body = `<div id="root"></div><noscript>${title} needs JavaScript. <a href="/account">Your account</a></noscript>`;
  return new Response(`<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policyOf(nonce),
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  });
}

function notBuilt(context: Context): Response {
  return context.text('The desk is not built. Run `npm run build -- newsroom` in the project and reload this page.', 503, {
    'Cache-Control': 'no-store',
    'Retry-After': '30',
  });
}
