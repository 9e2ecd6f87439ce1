/** A value that JSON can carry. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object with arbitrary member names. */
export interface JsonObject {
  readonly [member: string]: JsonValue;
}

/** Returns whether `value` is a plain object as created by `JSON.parse`: not an array, null or a class instance. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
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
