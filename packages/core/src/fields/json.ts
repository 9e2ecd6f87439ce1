import { z } from 'zod';
import { isStorableText, UNSTORABLE_TEXT } from './characters.ts';
import type { Field, FieldOptions } from './field.ts';
import { makeField } from './make-field.ts';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

export interface JsonOptions<Value> extends FieldOptions<Value> {
  /** The schema of the value; without one, any plain object. */
  schema?: z.ZodType<Value>;
}

/**
 * Declares a JSON field: a plain open object, or whatever `schema` allows.
 *
 * @example
 * metadata: json<{ generation?: Generation }>()
 */
export function json<Value extends object = JsonObject>(options: JsonOptions<Value> & { default: Value }): Field<Value, false>;
export function json<Value extends object = JsonObject>(options: JsonOptions<Value> & { required: true }): Field<Value, true>;
export function json<Value extends object = JsonObject>(options?: JsonOptions<Value>): Field<Value | null, false>;
export function json(options: JsonOptions<object> = {}): Field {
  // Checked before the schema, which would silently drop a `__proto__`.
  const read = options.indexed ? storable(MAXIMUM_INDEXED) : storable(Infinity);
  const schema = z.preprocess(read, options.schema ?? z.record(z.string(), z.unknown()));
  return makeField({ kind: 'json', schema: schema.meta({ jsonField: true }) }, options);
}

/** The values of an indexed field: each has an entry in the index, and all are written at once. */
const MAXIMUM_INDEXED = 10_000;

/**
 * Returns a function that rejects values that no database could return unchanged, or that contain more than `most` values, and normalizes
 * the rest to the form in which they will be returned.
 */
function storable(most: number): (value: unknown, context: z.core.$RefinementCtx) => unknown {
  return (value, context) => {
    const fault = findUnstorable(value, most);
    if (fault) context.addIssue({ code: 'custom', message: fault, input: value });
    return fault || typeof value !== 'object' || value === null || !changesWhenStored(value) ? value : JSON.parse(JSON.stringify(value));
  };
}

/** Returns whether a value contains something that JSON omits or changes: `undefined`, -0, a `Date`. */
function changesWhenStored(value: object): boolean {
  if (!isPlain(value)) return true;
  return Object.values(value).some(
    (child) => child === undefined || Object.is(child, -0) || (typeof child === 'object' && child !== null && changesWhenStored(child)),
  );
}

const MAXIMUM_DEPTH = 64;

/** Returns why a JSON value cannot be stored and returned unchanged, or undefined if it can. */
export function findUnstorable(value: unknown, most = Infinity): string | undefined {
  const waiting: [unknown, number][] = [[value, 1]];
  let count = 0;
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    const [current, depth] = entry;
    count += 1;
    const fault = count > most ? `must not contain more than ${most} values` : faultOf(current, depth);
    if (fault) return fault;
    if (typeof current !== 'object' || current === null) continue;
    if (Array.isArray(current)) {
      for (const child of current as unknown[]) waiting.push([child, depth + 1]);
      continue;
    }
    for (const [key, child] of Object.entries(current)) {
      if (key === '__proto__') return 'must not have a property named __proto__';
      if (!isStorableText(key)) return UNSTORABLE_TEXT;
      waiting.push([child, depth + 1]);
    }
  }
  return undefined;
}

function faultOf(value: unknown, depth: number): string | undefined {
  if (depth > MAXIMUM_DEPTH) return `must not be nested deeper than ${MAXIMUM_DEPTH}`;
  switch (typeof value) {
    case 'string':
      return isStorableText(value) ? undefined : UNSTORABLE_TEXT;
    case 'number':
      return Number.isFinite(value) ? undefined : 'must not contain a number that is not finite';
    case 'object':
    case 'boolean':
    case 'undefined':
      return undefined;
    default:
      return `must not contain a ${typeof value}`;
  }
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
