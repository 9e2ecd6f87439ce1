import { z } from 'zod';
import type { DiscoveryParameters, JsonSchema } from '@colophon/contract';
import type { Field } from '../../fields/field.ts';
import { writableFields } from '../../operations/crud/write-input.ts';
import type { Operation } from '../../operations/operation.ts';

/**
 * The input of an operation as JSON Schema 2020-12, for discovery and tools. CRUD input is flat: a property a field,
 * nullable scalars as `type: [T, 'null']`, JSON as text with `contentMediaType`, and no `$ref`.
 */
export function parametersOf(operation: Operation): DiscoveryParameters {
  const known = cache.get(operation);
  if (known) return known;
  const made = { ...inputSchema(operation), ...requirementsOf(operation) };
  cache.set(operation, made);
  return made;
}

const cache = new WeakMap<Operation, DiscoveryParameters>();

function inputSchema(operation: Operation): DiscoveryParameters {
  if (operation.kind === 'crud' && (operation.name === 'create' || operation.name === 'update'))
    return writeSchema(operation, operation.name);
  if (!operation.input) return { type: 'object', properties: {}, additionalProperties: false };
  const { $schema: _, ...schema } = z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return flattened(schema) as DiscoveryParameters;
}

function writeSchema(operation: Operation, action: 'create' | 'update'): DiscoveryParameters {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, field] of writableFields(operation.resource, action)) {
    properties[name] = fieldSchema(field);
    if (action === 'create' && field.required && !field.hasDefault) required.push(name);
  }
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

/** One field as JSON Schema. */
export function fieldSchema(field: Field): JsonSchema {
  const described = field.description === undefined ? {} : { description: field.description };
  const fallback = field.hasDefault && !isEmpty(field.default) ? { default: field.default } : {};
  return { ...kindSchema(field), ...described, ...fallback };
}

function kindSchema(field: Field): JsonSchema {
  const orNull = (type: string): string | string[] => (field.nullable ? [type, 'null'] : type);
  switch (field.kind) {
    case 'datetime':
      return { type: orNull('string'), format: 'date-time' };
    case 'json':
      return { type: orNull('string'), contentMediaType: 'application/json' };
    case 'list':
      return { type: 'array', items: { type: 'string' } };
    default: {
      const { $schema: _, ...schema } = z.toJSONSchema(field.schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
      return flattened(schema);
    }
  }
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

/** Replaces `anyOf: [{type: T}, {type: 'null'}]` by `type: [T, 'null']`, which flags can be made of. */
function flattened(schema: JsonSchema): JsonSchema {
  const { anyOf, properties, ...rest } = schema as JsonSchema & { anyOf?: readonly JsonSchema[]; properties?: Record<string, JsonSchema> };
  const result: Record<string, unknown> = { ...rest };
  if (properties)
    result['properties'] = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, flattened(property)]));
  if (!anyOf) return result;
  const others = anyOf.filter((each) => each['type'] !== 'null');
  const [only] = others;
  if (others.length !== 1 || others.length === anyOf.length || !only || typeof only['type'] !== 'string')
    return { ...result, anyOf: anyOf.map(flattened) };
  const options = only['enum'] as readonly unknown[] | undefined;
  return { ...flattened(only), ...result, type: [only['type'], 'null'], ...(options ? { enum: [...options, null] } : {}) };
}

function requirementsOf(operation: Operation): Pick<DiscoveryParameters, 'x-requirements'> {
  const requirements = {
    ...(operation.method === 'POST' ? { idempotencyKey: { header: 'Idempotency-Key', required: false } } : {}),
    ...(operation.version === undefined ? {} : { expectedVersion: { header: 'If-Match', required: operation.version === 'required' } }),
  };
  return Object.keys(requirements).length > 0 ? { 'x-requirements': requirements } : {};
}
