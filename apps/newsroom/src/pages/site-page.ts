import type { SitePage } from '@colophon/content';
import { PAGE_POLICY } from './page-answer.ts';
import { pageSite, type SiteOptions } from './site.ts';

/** Renders pages of other parts, such as the form for contributions, in the frame of the readers' pages. */
export function sitePages(
  options: SiteOptions,
  siteOf: (request: Request) => Promise<string>,
): (page: SitePage, request: Request) => Promise<Response> {
  return async ({ status, ...page }, request) => {
    const [{ renderPage }, baseUrl] = await Promise.all([import('./render/render.tsx'), siteOf(request)]);
    const html = await renderPage({ kind: 'framed', site: pageSite({ ...options, baseUrl }), data: page });
    return new Response(html, {
      status,
      headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': PAGE_POLICY, Vary: 'Accept-Encoding' },
    });
  };
}
