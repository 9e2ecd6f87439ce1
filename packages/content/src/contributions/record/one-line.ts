import { ValidationError } from '@colophon/core';

/** Line ends and other control characters: a title is shown, mailed and indexed as one line. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/u;

/** Returns why a text is not one line; undefined if it is. */
export function faultOfLine(text: string): string | undefined {
  return BREAKS.test(text) ? 'must be one line, without line ends and control characters' : undefined;
}

/** Requires a text of one line. @throws ValidationError naming `pointer` */
export function requireOneLine(text: string | null | undefined, pointer: string): void {
  const detail = typeof text === 'string' ? faultOfLine(text) : undefined;
  if (detail !== undefined) throw ValidationError.of([{ pointer, code: 'not_one_line', detail }]);
}

/** Returns a text as one line. */
export function asOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
