import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

export { html, raw };

/** Markup that is safe to send: created by `html`, which escapes the inserted values. */
export type Markup = ReturnType<typeof html>;

const STYLE = `
:root { color-scheme: light dark; --ink: #1b1b1f; --paper: #fbfaf8; --quiet: #5c5c66; --line: #d5d3ce; --act: #1f4fbf; --on-act: #fff; --bad: #a4161a; }
@media (prefers-color-scheme: dark) { :root { --ink: #ededf0; --paper: #17171a; --quiet: #a9a9b4; --line: #3b3b42; --act: #8fb0ff; --on-act: #10131c; --bad: #ff9a9a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.55 system-ui, sans-serif; }
main { max-width: 38rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 1rem; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; }
p { overflow-wrap: anywhere; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.app { color: var(--quiet); margin: 0 0 .25rem; }
.code { font: 700 2rem/1.2 ui-monospace, monospace; letter-spacing: .12em; margin: 1rem 0; }
.fault { border-left: .25rem solid var(--bad); padding: .25rem 0 .25rem .9rem; }
.quiet { color: var(--quiet); font-size: .95rem; }
label, legend { display: block; font-weight: 600; margin: 1rem 0 .25rem; }
fieldset { border: 0; margin: 0; padding: 0; } legend { padding: 0; }
fieldset label { font-weight: 400; margin: .35rem 0; }
input[type=text], input[type=email], input[type=password], input[type=file], textarea, select { width: 100%; font: inherit; color: inherit; background: transparent; padding: .55rem .7rem; border: 1px solid var(--quiet); border-radius: .35rem; }
button { font: inherit; font-weight: 600; cursor: pointer; padding: .55rem 1.1rem; border: 1px solid var(--act); border-radius: .35rem; background: transparent; color: var(--act); margin: 1rem .5rem 0 0; }
button.main { background: var(--act); color: var(--on-act); }
:focus-visible { outline: .2rem solid var(--act); outline-offset: .15rem; }
a { color: var(--act); }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .5rem .5rem .5rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
td button { margin: 0; padding: .25rem .7rem; }
button, time span { white-space: nowrap; }
@media (max-width: 30rem) { table { font-size: .85rem; } th:first-child { width: 6.5rem; } td .quiet, td button { font-size: inherit; } td button { padding: .25rem .4rem; } }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { color: var(--quiet); } dd { margin: 0; overflow-wrap: anywhere; }
`;

/** The policy of a page with these styles, each allowed by its hash. */
function policyOf(styles: readonly string[], { script, formTargets = [] }: Pick<HtmlPage, 'script' | 'formTargets'>): string {
  const hashes = styles.map((each) => `'sha256-${createHash('sha256').update(each).digest('base64')}'`).join(' ');
  const targets = ["'self'", ...formTargets].join(' ');
  const policy = `default-src 'none'; style-src ${hashes}; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`;
  return script === undefined ? policy : `${policy}; script-src ${script}; connect-src 'self'`;
}

/**
 * The headers of every page besides its policy: no scripts, no framing, forms to this site only. `Referrer-Policy` keeps codes in URLs from
 * other sites; `no-referrer` would remove the `Origin` from our own forms, which is checked.
 */
const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  Vary: 'Cookie',
} as const;

export interface HtmlPage {
  readonly title: string;
  /** The application's name: above the heading, and after the title in the browser's title bar. */
  readonly appName?: string | undefined;
  /** Default: 200. */
  readonly status?: number | undefined;
  /** Override those that every page has. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** CSS of this page, after that of all pages. */
  readonly style?: string | undefined;
  /** The full URL of the only script of the page, which may run and send requests to this server. */
  readonly script?: string | undefined;
  /** Sources (CSP) besides this site to which the answer to a form of the page may redirect: browsers check that too. */
  readonly formTargets?: readonly string[] | undefined;
}

/**
 * Returns an HTML page that works without scripts: styled, not cached, not framable.
 *
 * @example
 * import { html, htmlPage } from '@colophon/core/rest';
 * const answer = await htmlPage({ title: 'Sign in', appName: 'Newsroom' }, html`<p>Hello ${userId}.</p>`);
 */
export async function htmlPage(
  { title, appName, status = 200, headers = {}, style, script, formTargets }: HtmlPage,
  body: Markup | Promise<Markup>,
): Promise<Response> {
  const styles = style === undefined ? [STYLE] : [STYLE, style];
  const markup = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${appName === undefined ? title : `${title} · ${appName}`}</title>
        ${styles.map((each) => raw(`<style>${each}</style>`))}
      </head>
      <body>
        <main>
          ${appName === undefined ? '' : html`<p class="app">${appName}</p>`}
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`;
  const policy = { 'Content-Security-Policy': policyOf(styles, { script, formTargets }) };
  return new Response(String(markup), { status, headers: { ...HEADERS, ...policy, ...headers } });
}

/** Returns an error message, announced to screen readers. */
export function faultNote(message: string | undefined, hint?: string): Markup | '' {
  if (message === undefined) return '';
  return html`<p class="fault" role="alert">${message}${hint === undefined ? '' : ` ${hint}`}</p>`;
}

/** Redirects the browser after a form submission, with a GET (RFC 9110 §15.4.4). */
export function seeOther(path: string, headers: readonly (readonly [string, string])[] = []): Response {
  return new Response(null, {
    status: 303,
    headers: [['Location', path], ['Cache-Control', 'no-store'], ...headers.map(([name, value]): [string, string] => [name, value])],
  });
}
