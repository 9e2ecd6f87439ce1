import type { SafeHtml } from './safe-html.ts';

/** Puts the headings of clean HTML lower, `h6` at most. Nothing but the digit of a heading's tag is changed. */
export function offsetHeadings(html: SafeHtml, offset: number): SafeHtml {
  if (offset === 0) return html;
  return html.replaceAll(
    /(<\/?h)([1-6])(?=[\s>])/g,
    (_tag, start: string, level: string) => `${start}${Math.min(6, Number(level) + offset)}`,
  ) as SafeHtml;
}
