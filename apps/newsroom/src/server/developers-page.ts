import type { Context } from 'hono';
import { html } from 'hono/html';

/** The versions and addresses of this installation, for developers who build on it. */
export function developersPage(context: Context, version: string): Response | Promise<Response> {
  context.header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'");
  return context.html(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>For developers</title>
          <style>
            body {
              font:
                1rem/1.6 system-ui,
                sans-serif;
              max-width: 40rem;
              margin: 3rem auto;
              padding: 0 1rem;
              background: Canvas;
              color: CanvasText;
            }
            h1 {
              margin-bottom: 0;
            }
            code {
              font-size: 0.95em;
              overflow-wrap: anywhere;
            }
            dt {
              font-weight: 600;
              margin-top: 1rem;
            }
            dd {
              margin: 0;
            }
            a {
              color: LinkText;
            }
          </style>
        </head>
        <body>
          <main>
            <h1>For developers</h1>
            <p>A Colophon application, version ${version}: articles, documents and tags with one definition behind every way in.</p>
            <dl>
              <dt>People</dt>
              <dd><a href="/sign-in">Sign in</a>, <a href="/account">your account</a></dd>
              <dt>Read</dt>
              <dd><a href="/api/v1/articles">/api/v1/articles</a>, <a href="/api/v1/tags">/api/v1/tags</a></dd>
              <dt>Pages</dt>
              <dd><a href="/">what readers see</a>, <a href="/sitemap.xml">sitemap</a></dd>
              <dt>Corrections</dt>
              <dd><a href="/corrections.json">JSON Feed</a>, <a href="/corrections.atom">Atom</a></dd>
              <dt>REST, described</dt>
              <dd><a href="/api/v1/openapi.json">/api/v1/openapi.json</a></dd>
              <dt>Tools for assistants (MCP)</dt>
              <dd><a href="/api/mcp/tools">/api/mcp/tools</a>, Streamable HTTP at <code>/api/mcp</code></dd>
              <dt>Commands for the application CLI</dt>
              <dd><a href="/api/_resources">/api/_resources</a></dd>
              <dt>Health</dt>
              <dd><a href="/healthz">/healthz</a>, <a href="/readyz">/readyz</a></dd>
            </dl>
          </main>
        </body>
      </html>`,
  );
}
