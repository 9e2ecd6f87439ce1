import type { Preview, PreviewPage } from '@colophon/content';
import type { Database } from '@colophon/core';
import { readPreview } from './data/preview.ts';
import { pageSite, type SiteOptions } from './site.ts';
import { stylesheet } from './stylesheet.ts';

/** Renders previews of drafts with the page template of published pieces. */
export function previewPages(database: Database, options: SiteOptions): (preview: Preview) => Promise<PreviewPage> {
  return async (preview) => {
    const [{ renderPage }, data] = await Promise.all([import('./render/render.tsx'), readPreview(database, preview, new Date())]);
    const style = stylesheet().text;
    return { html: await renderPage({ kind: 'preview', site: pageSite(options), data, style }), style };
  };
}
