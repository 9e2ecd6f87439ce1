import type { BodyFormat } from '../record/content-fields.ts';

/** What is rendered: a record, or its public JSON with its body. */
export interface RenderableBody {
  readonly body: string;
  readonly bodyFormat: BodyFormat;
}

/**
 * Renders a body to HTML that is safe to put into a page: GitHub-flavoured Markdown with HTML inside, or HTML. The stored
 * body stays as it was written.
 *
 * @throws ValidationError `too_complex` for a body made to keep the parser busy, nested by the ten thousand for example
 * @example
 * await renderBody({ bodyFormat: 'markdown', body: '*Hello* <script>alert(1)</script>' }); // '<p><em>Hello</em> </p>'
 */
export async function renderBody(body: RenderableBody): Promise<string> {
  const { renderHtml } = await import('./html-renderer.ts');
  return renderHtml(body);
}
