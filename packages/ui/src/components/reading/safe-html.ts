declare const SAFE: unique symbol;

/** Sanitized HTML, without anything that runs, loads automatically or affects the surrounding page. */
export type SafeHtml = string & { readonly [SAFE]: true };

/**
 * Marks HTML as sanitized. Only pass HTML rendered by the server (`GET /contents/{id}/html`, `renderBody` of `@colophon/content`) or by
 * `renderMarkdown`: it is inserted into the page unchanged.
 */
export function trustRenderedBody(html: string): SafeHtml {
  return html as SafeHtml;
}
