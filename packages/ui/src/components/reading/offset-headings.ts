import type { SafeHtml } from './safe-html.ts';

/** Lowers the headings of sanitized HTML, down to `h6`. Only the digits of heading tags are changed. */
export function offsetHeadings(html: SafeHtml, offset: number): SafeHtml {
  if (offset === 0) return html;
  return html.replaceAll(
    /(<\/?h)([1-6])(?=[\s>])/g,
    (_tag, start: string, level: string) => `${start}${Math.min(6, Number(level) + offset)}`,
  ) as SafeHtml;
}
