import { normalizeText } from '@colophon/core';

// Controls except line ends, and characters that change the writing direction or are invisible. Joiners stay.
const UNSEEN = /[[\p{Cc}--[\n\t]]\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gv;

/** Removes controls and invisible characters; line ends stay. */
export function cleanText(text: string): string {
  return normalizeText(text.toWellFormed(), 'NFC')
    .replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replaceAll(UNSEEN, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Returns a text as a single line that is safe in a header: at most `longest` characters. */
export function cleanLine(text: string, longest = 120): string {
  return shorten(cleanText(text).replaceAll(/\s+/g, ' '), longest);
}

/** Returns the beginning of a text, with an ellipsis if it was cut; surrogate pairs are not split. */
export function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text
    .slice(0, longest - 1)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()}…`;
}

/** Escapes a text for HTML. */
export function escapeHtml(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replaceAll(/[&<>"']/g, (each) => entities[each] ?? each);
}
