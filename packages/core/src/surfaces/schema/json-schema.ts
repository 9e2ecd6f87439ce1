import type { JsonSchema } from '@colophon/contract';
import { z } from 'zod';

/** Keywords of zod and of our own, and one that generators of clients do not support. */
const OMITTED: ReadonlySet<string> = new Set(['$schema', 'jsonField', '~standard', 'propertyNames']);

/** Converts a zod schema to JSON Schema 2020-12, without details that only zod or Colophon needs, such as the bounds of safe integers. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return cleaned(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema);
}

function cleaned(schema: JsonSchema): JsonSchema {
  const result: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (OMITTED.has(keyword)) continue;
    if ((keyword === 'minimum' || keyword === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER) continue;
    if (keyword === 'properties' || keyword === '$defs' || keyword === 'patternProperties')
      result[keyword] = cleanedEach(value as Record<string, JsonSchema>);
    else if (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'allOf' || keyword === 'prefixItems')
      result[keyword] = (value as JsonSchema[]).map(cleaned);
    else result[keyword] = isSchema(keyword, value) ? cleaned(value) : value;
  }
  return withNull(result);
}

function cleanedEach(schemas: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, cleaned(schema)]));
}

function isSchema(keyword: string, value: unknown): value is JsonSchema {
  return (
    ['items', 'additionalProperties', 'not', 'contains', 'contentSchema'].includes(keyword) && typeof value === 'object' && value !== null
  );
}

/** Replaces `anyOf: [{type: T}, {type: 'null'}]` by `type: [T, 'null']`, which is suitable for flags and types. */
function withNull(schema: Record<string, unknown>): JsonSchema {
  const { anyOf, ...rest } = schema as JsonSchema & { anyOf?: readonly JsonSchema[] };
  if (!anyOf) return schema;
  const others = anyOf.filter((each) => each['type'] !== 'null');
  const [only] = others;
  if (others.length !== 1 || others.length === anyOf.length || !only || typeof only['type'] !== 'string') return schema;
  const options = only['enum'] as readonly unknown[] | undefined;
  return { ...only, ...rest, type: [only['type'], 'null'], ...(options ? { enum: [...options, null] } : {}) };
}

/** Returns a schema without defaults at any depth: fields that a change does not send stay unchanged. */
export function withoutDefaults(schema: JsonSchema): JsonSchema {
  return mapped(schema, (each) => Object.fromEntries(Object.entries(each).filter(([keyword]) => keyword !== 'default')));
}

/** Returns a schema with every nested schema transformed, innermost first. */
export function mapped(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const inner: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties' || keyword === '$defs' || keyword === 'patternProperties') {
      const entries = Object.entries(value as Record<string, JsonSchema>);
      inner[keyword] = Object.fromEntries(entries.map(([name, each]) => [name, mapped(each, change)]));
    } else if (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'allOf' || keyword === 'prefixItems') {
      inner[keyword] = (value as JsonSchema[]).map((each) => mapped(each, change));
    } else inner[keyword] = isSchema(keyword, value) ? mapped(value, change) : value;
  }
  return change(inner);
}
