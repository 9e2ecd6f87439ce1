import { z } from 'zod';
import { isStorableText, UNSTORABLE_TEXT } from './characters.ts';
import type { Field, FieldOptions, NeedsValue, ValueUnder } from './field.ts';
import { makeField } from './make-field.ts';

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

export interface JsonOptions<Value> extends FieldOptions<Value> {
  /** What the value must look like; without one, any plain object. */
  schema?: z.ZodType<Value>;
}

/**
 * Declares a JSON field: a plain open object, or whatever `schema` says.
 *
 * @example
 * metadata: json<{ generation?: Generation }>()
 */
export function json<Value extends object = JsonObject, const O extends JsonOptions<Value> = JsonOptions<Value>>(
  options?: O,
): Field<ValueUnder<Value, O>, NeedsValue<O>>;
export function json(options: JsonOptions<object> = {}): Field {
  const schema = (options.schema ?? z.record(z.string(), z.unknown())).superRefine(refuseUnstorable);
  return makeField({ kind: 'json', schema: schema.meta({ jsonField: true }) }, options);
}

const MAXIMUM_DEPTH = 64;

function refuseUnstorable(value: unknown, context: z.core.$RefinementCtx): void {
  const fault = findUnstorable(value);
  if (fault) context.addIssue({ code: 'custom', message: fault, input: value });
}

/** Says what keeps a JSON value from being stored and returned unchanged, or nothing when all is well. */
export function findUnstorable(value: unknown): string | undefined {
  const waiting: [unknown, number][] = [[value, 1]];
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    const [current, depth] = entry;
    const fault = faultOf(current, depth);
    if (fault) return fault;
    if (typeof current !== 'object' || current === null) continue;
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
    case 'boolean':
    case 'object':
    case 'undefined':
      return undefined;
    default:
      return `must not contain a ${typeof value}`;
  }
}
