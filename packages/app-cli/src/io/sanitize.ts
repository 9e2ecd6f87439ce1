// C0 but tab and line feed, DEL and C1: what drives a terminal.
const CONTROLS = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f';
// Marks that reorder what a person reads, and the two separators that some terminals take for line ends.
const REORDERING = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\u2028\\u2029';

const UNSAFE = new RegExp(`[${CONTROLS}${REORDERING}]`, 'gu');
const UNSAFE_IN_JSON = new RegExp(`[\\u007f-\\u009f${REORDERING}]`, 'gu');

/**
 * Makes text from a server safe to show: control characters and bidirectional overrides are dropped, so that it can neither
 * drive the terminal nor read differently from what it is. Line feeds and tabs stay.
 */
export function sanitizeText(text: string): string {
  return text.replace(UNSAFE, '').toWellFormed();
}

/** Like {@link sanitizeText}, on one line and at most `limit` characters long. */
export function sanitizeLine(text: string, limit = 2048): string {
  const line = sanitizeText(text).replaceAll(/\s+/gu, ' ').trim();
  return line.length > limit ? `${line.slice(0, limit - 1).toWellFormed()}…` : line;
}

/** Escapes in JSON text what {@link sanitizeText} drops from plain text. JSON itself only escapes C0. */
export function escapeJsonText(json: string): string {
  return json.replace(UNSAFE_IN_JSON, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
