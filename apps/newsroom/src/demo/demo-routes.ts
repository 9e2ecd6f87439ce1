import type { Database } from '@colophon/core';
import { callerAddress } from '@colophon/core/rest';
import { isSameOrigin, signInVouchedFor } from '@colophon/identity';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { DEMO_PEOPLE } from '../seed/people.ts';
import { type DemoAccess, isFromHere } from './demo-access.ts';

export interface DemoRouteOptions {
  readonly access: DemoAccess;
  readonly database: Database;
  readonly baseUrl: string;
  /** Returns the address of the stylesheet of Newsroom's pages. */
  readonly stylesheet: () => string;
  /** The content security policy of Newsroom's pages. */
  readonly pagePolicy: string;
}

const HEADERS = {
  // The address is the secret: it is not sent to other sites.
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'X-Robots-Tag': 'noindex',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The page on which a visitor chooses a demo user. For everybody else it does not exist. */
export function demoRoutes({ access, database, baseUrl, stylesheet, pagePolicy }: DemoRouteOptions): Hono {
  const app = new Hono();
  const headers = { ...HEADERS, 'Content-Security-Policy': pagePolicy };
  const isMeant = (context: Context): boolean =>
    isFromHere(context.req.raw, callerAddress(context, false)) && access.admits(context.req.param('secret') ?? '');

  app.get('/demo/:secret', async (context, next) => {
    if (!isMeant(context)) return next();
    // Opened under another name of this machine, its forms would be cross-site.
    const { host, origin } = new URL(baseUrl);
    if (context.req.header('host')?.toLowerCase() !== host)
      return new Response(null, { status: 302, headers: { ...headers, Location: `${origin}${context.req.path}` } });
    for (const [name, value] of Object.entries(headers)) context.header(name, value);
    return context.html(await choice(stylesheet()));
  });

  app.post('/demo/:secret', async (context, next) => {
    const from = { origin: context.req.header('origin'), fetchSite: context.req.header('sec-fetch-site') };
    if (!isMeant(context) || !isSameOrigin(from, baseUrl)) return next();
    const requestedPerson = (await context.req.parseBody())['person'];
    const person = DEMO_PEOPLE.find(({ key }) => key === requestedPerson);
    if (!person) return next();
    const cookie = await signInVouchedFor(context.req.raw, {
      database,
      email: person.email,
      baseUrl,
      address: callerAddress(context, false) ?? '',
    });
    if (cookie === undefined) return next();
    const Location = person.role === 'contributor' ? '/portal' : '/desk';
    return new Response(null, { status: 303, headers: { ...headers, Location, 'Set-Cookie': cookie } });
  });
  return app;
}

function choice(stylesheet: string) {
  const buttons = DEMO_PEOPLE.map(
    ({ key, name, role, does }) => html`
      <li>
        <button name="person" value="${key}">
          <strong>${name}</strong>
          <span>${role}</span>
          <small>${does}</small>
        </button>
      </li>
    `,
  );
  return html`<!doctype html>
    <html lang="en" class="colo-root colo-scope">
      <head>
        <meta charset="utf-8" />
        <title>Choose a demo user</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${stylesheet}" />
      </head>
      <body class="page">
        <main class="page-main page-message">
          <h1 class="page-title">Choose a demo user</h1>
          <p class="page-standfirst">
            Three people work at this newspaper. Each sees another desk. You may come back to this page for an hour and be somebody else.
          </p>
          <form method="post">
            <ul class="page-people" role="list">
              ${buttons}
            </ul>
          </form>
          <p class="page-older"><a href="/">Or read it first</a></p>
        </main>
      </body>
    </html>`;
}
