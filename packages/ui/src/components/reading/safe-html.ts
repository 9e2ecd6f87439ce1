declare const SAFE: unique symbol;

/** HTML that was cleaned of everything that runs, loads on its own or changes the page around it. */
export type SafeHtml = string & { readonly [SAFE]: true };

/**
 * Marks HTML as clean. Give it nothing but what the server rendered (`GET /contents/{id}/html`, `renderBody` of `@colophon/content`) or
 * `renderMarkdown` made: it is put into the page as it is.
 */
export function trustRenderedBody(html: string): SafeHtml {
  return html as SafeHtml;
}
