import { createHash } from 'node:crypto';
import { type Call, ColophonError, type Database, ForbiddenError, makeCall } from '@colophon/core';
import { answerHeaders, problemResponse, requestIdOf } from '@colophon/core/rest';
import type { Route, RouteOptions } from '../record/capability.ts';
import { openPreview } from './open-preview.ts';
import type { Preview } from './preview.ts';
import { plainPage } from './plain-page.ts';
import { previewEvents } from './preview-events.ts';
import { requirePreviews } from './preview-token.ts';

/** Search engines, caches and linked sites must not learn of a link. */
const SECRET = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex, nofollow' } as const;

/** The routes for reading drafts by a link: a page for people, JSON for the renderer of a site, and an event stream of changes. */
export function previewRoutes(options: RouteOptions): Route[] {
  const { database, closing } = options;
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
        answer(request, async (requestId) => pageOf(database, await openPreview(database, token, now), callOf(requestId))),
    },
    {
      method: 'GET',
      path: '/previews/:token',
      under: 'api',
      handle: (request, { token = '' }) =>
        answer(request, async (requestId) => {
          const { state: _state, tenantId: _tenantId, ...preview } = await openPreview(database, token, now);
          return Response.json(preview, { headers: { ...SECRET, ...answerHeaders(callOf(requestId)) } });
        }),
    },
    {
      method: 'GET',
      path: '/previews/:token/events',
      under: 'api',
      handle: (request, { token = '' }) =>
        answer(request, async (requestId) => {
          const look = (): Promise<Preview> => openPreview(database, token, now);
          const shown = await look();
          if (request.method === 'HEAD') throw new ForbiddenError('Event streams require GET.');
          const onError = (error: unknown): void => options.onError?.(error, requestId);
          return previewEvents({ request, database, token, shown, look, closing, onError });
        }),
    },
  ];
}

function callOf(requestId: string): Call {
  return makeCall({ requestId });
}

/** The page of the site, or a plain one; in both cases without scripts or other active content. */
async function pageOf(database: Database, preview: Preview, call: Call): Promise<Response> {
  const { renderPage = plainPage } = requirePreviews(database);
  const { html: page, style } = await renderPage(preview);
  const hash = createHash('sha256').update(style).digest('base64');
  return new Response(page, {
    headers: {
      ...SECRET,
      ...answerHeaders(call),
      'Content-Type': 'text/html; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': `default-src 'none'; img-src 'self' https: data:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    },
  });
}
