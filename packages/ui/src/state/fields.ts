import { isPlainObject } from '@colophon/base';
import type { Json, JsonObject } from './records.ts';

/** JSON values by field. */
export type Fields = Readonly<Record<string, Json>>;

/** Whether two values are equal, regardless of the order of keys. */
export function same(a: Json | undefined, b: Json | undefined): boolean {
  if (Object.is(a, b)) return true;
  if (isList(a) && isList(b)) return a.length === b.length && a.every((each, index) => same(each, b[index]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}

/** Whether a value is a JSON list. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether a value is a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return isPlainObject(value);
}
