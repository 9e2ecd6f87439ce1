import { isPlainObject, type JsonValue } from '@colophon/contract';
import { DEEPEST_VALUE } from './roots.ts';

const LINE_END = /\r\n?/g;
const LINE_BREAKS = /\s*[\r\n]\s*/g;

/** Returns a text with the line ends that a draft has: a line feed, as in the editor, so that positions are the same in both. */
export function withLineFeeds(text: string): string {
  return text.includes('\r') ? text.replaceAll(LINE_END, '\n') : text;
}

/** Returns a text as one line: white space around line breaks becomes one space. */
export function asOneLine(text: string): string {
  return text.replaceAll(LINE_BREAKS, ' ');
}

/** Whether every database and surface can store a text unchanged: it has no NUL and no unpaired surrogate. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** Whether a value is JSON, every text in it can be stored, and it is not nested too deep. */
export function isStorableJson(value: unknown, depth = 0): value is JsonValue {
  if (value === null || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value === 'string') return isStorable(value);
  if (depth >= DEEPEST_VALUE) return false;
  if (Array.isArray(value)) return value.every((item) => isStorableJson(item, depth + 1));
  return (
    isPlainObject(value) &&
    Object.entries(value).every(([key, item]) => key !== '__proto__' && isStorable(key) && isStorableJson(item, depth + 1))
  );
}

/** Reads a JSON text; undefined if it is none, or holds what cannot be stored. */
export function parseStorableJson(text: string): JsonValue | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isStorableJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
