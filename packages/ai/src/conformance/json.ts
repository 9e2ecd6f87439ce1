import type { Json } from './recorded.ts';

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as an object; an empty one if it is none. */
export function asRecord(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** A value as a text; an empty one if it is none. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A value as a list; an empty one if it is none. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Parses a JSON object; `undefined` if the text is none. */
export function parseObject(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
/** Whether two JSON values are the same; the order of the members of an object does not matter. */
export function isEqualJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [mine, theirs] = [Object.entries(one), Object.entries(other)];
  if (mine.length !== theirs.length) return false;
  return mine.every(([name, value]) => Object.hasOwn(other, name) && isEqualJson(value, (other as Record<string, unknown>)[name]));
}
