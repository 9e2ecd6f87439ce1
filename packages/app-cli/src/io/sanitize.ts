// Terminal control characters: C0 except tab and line feed, DEL and C1.
const CONTROLS = '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f';
// Bidirectional controls, and the two separators that some terminals treat as line ends.
const REORDERING = '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\u2028\\u2029';

const UNSAFE = new RegExp(`[${CONTROLS}${REORDERING}]`, 'gu');
const UNSAFE_IN_JSON = new RegExp(`[\\u007f-\\u009f${REORDERING}]`, 'gu');

/**
 * Makes text from a server safe to display: removes control characters and bidirectional overrides, so that it can neither
 * control the terminal nor be displayed in a misleading order. Line feeds and tabs are kept.
 */
export function sanitizeText(text: string): string {
  return text.replace(UNSAFE, '').toWellFormed();
}

/** Like {@link sanitizeText}, on one line and at most `limit` characters long. */
export function sanitizeLine(text: string, limit = 2048): string {
  const line = sanitizeText(text).replaceAll(/\s+/gu, ' ').trim();
  return line.length > limit ? `${line.slice(0, limit - 1).toWellFormed()}…` : line;
}

/** Escapes in JSON text the characters that {@link sanitizeText} removes from plain text. JSON itself only escapes C0. */
export function escapeJsonText(json: string): string {
  return json.replace(UNSAFE_IN_JSON, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
