import { createHash } from 'node:crypto';
import { type Call, ColophonError, ForbiddenError, makeCall } from '@colophon/core';
import { answerHeaders, html, problemResponse, raw, requestIdOf } from '@colophon/core/rest';
import type { Route, RouteOptions } from '../record/capability.ts';
import { renderBody } from '../rendering/render-body.ts';
import { openPreview, type Preview } from './open-preview.ts';
import { previewEvents } from './preview-events.ts';

export interface PreviewRouteOptions extends RouteOptions {
  /** Milliseconds between two polls of a stream; default two seconds. */
  readonly previewEvery?: number;
}

/** Search engines, caches and linked sites must not learn of a link. */
const SECRET = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' } as const;

/** The routes for reading drafts by a link: a page for people, JSON for the renderer of a site, and an event stream of changes. */
export function previewRoutes(options: PreviewRouteOptions): Route[] {
  const { database, closing, previewEvery } = options;
  const now = (): Date => new Date();
  const answer = async (request: Request, work: (requestId: string) => Promise<Response>): Promise<Response> => {
    const requestId = requestIdOf(request);
    try {
      return await work(requestId);
    } catch (error) {
      if (!(error instanceof ColophonError)) options.onError?.(error, requestId);
      // The URL contains the token, and problems are logged elsewhere.
      const response = problemResponse(error as Error, { instance: '/preview', requestId });
      for (const [name, value] of Object.entries(SECRET)) response.headers.set(name, value);
      return response;
    }
  };
  return [
    {
      method: 'GET',
      path: '/preview/:token',
      under: 'root',
      handle: (request, { token = '' }) =>
        answer(request, async (requestId) => pageOf(await openPreview(database, token, now), callOf(requestId))),
    },
    {
      method: 'GET',
      path: '/previews/:token',
      under: 'api',
      handle: (request, { token = '' }) =>
        answer(request, async (requestId) => {
          const { state: _, ...preview } = await openPreview(database, token, now);
          return Response.json(preview, { headers: { ...SECRET, ...answerHeaders(callOf(requestId)) } });
        }),
    },
    {
      method: 'GET',
      path: '/previews/:token/events',
      under: 'api',
      handle: (request, { token = '' }) =>
        answer(request, async () => {
          const look = (): Promise<Preview> => openPreview(database, token, now);
          await look();
          if (request.method === 'HEAD') throw new ForbiddenError('Event streams require GET.');
          return previewEvents({ token, look, every: previewEvery, closing });
        }),
    },
  ];
}

function callOf(requestId: string): Call {
  return makeCall({ requestId });
}

const STYLE =
  'body{font:1.125rem/1.6 Georgia,serif;max-width:42rem;margin:2rem auto;padding:0 1rem;background:Canvas;color:CanvasText}' +
  '.n{font:.875rem/1.4 system-ui,sans-serif;border:1px solid;padding:.5rem 1rem}img{max-width:100%;height:auto}pre{overflow:auto}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Renders the draft as a page without scripts or other active content. */
async function pageOf(preview: Preview, call: Call): Promise<Response> {
  const { title, description, authors, language } = preview;
  const body = await renderBody(preview);
  const page = await html`<!doctype html>
    <html lang="${language ?? 'und'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex,nofollow" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        ${raw(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <p class="n" lang="en">This is a preview of a draft. It may change, and the link to it ends.</p>
        <article>
          <h1>${title}</h1>
          ${description === null ? '' : html`<p><em>${description}</em></p>`}
          ${authors.length === 0 ? '' : html`<p>${authors.join(', ')}</p>`} ${raw(body)}
        </article>
      </body>
    </html>`;
  return new Response(String(page), {
    headers: {
      ...SECRET,
      ...answerHeaders(call),
      'Content-Type': 'text/html; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': `default-src 'none'; img-src 'self' https: data:; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    },
  });
}
