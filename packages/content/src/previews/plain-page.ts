import { html, raw } from '@colophon/core/rest';
import { renderBody } from '../rendering/render-body.ts';
import type { Preview } from './preview.ts';
import type { PreviewPage } from './preview-token.ts';

const STYLE =
  'body{font:1.125rem/1.6 Georgia,serif;max-width:42rem;margin:2rem auto;padding:0 1rem;background:Canvas;color:CanvasText}' +
  '.n{font:.875rem/1.4 system-ui,sans-serif;border:1px solid;padding:.5rem 1rem}img{max-width:100%;height:auto}pre{overflow:auto}';

/** Renders a draft for applications without page templates of their own. */
export async function plainPage(preview: Preview): Promise<PreviewPage> {
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
        <p class="n" lang="en">This is a preview of a draft. It may change, and the link to it expires.</p>
        <article>
          <h1>${title}</h1>
          ${description === null ? '' : html`<p><em>${description}</em></p>`}
          ${authors.length === 0 ? '' : html`<p>${authors.join(', ')}</p>`} ${raw(body)}
        </article>
      </body>
    </html>`;
  return { html: String(page), style: STYLE };
}
