export { isPlainObject } from '@colophon/base';

/** A value that JSON can carry. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object with arbitrary member names. */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/**
 * Appends one step to a JSON Pointer (RFC 6901).
 *
 * @example
 * pointerStep('/resources/0', 'a/b') // '/resources/0/a~1b'
 */
export function pointerStep(pointer: string, step: string | number): string {
  const text = String(step);
  const needsEscape = text.includes('~') || text.includes('/');
  return `${pointer}/${needsEscape ? text.replaceAll('~', '~0').replaceAll('/', '~1') : text}`;
}
