import type { DiscoveryParameters, JsonSchema } from '@colophon/contract';
import type { Field } from '../../fields/field.ts';
import { writableFields } from '../../operations/crud/write-input.ts';
import type { Operation } from '../../operations/operation.ts';
import { jsonSchemaOf, mapped, withoutDefaults } from './json-schema.ts';

/**
 * How JSON is described: as text, for a command-line flag, or as a value, for a body or tool call. The server accepts both.
 */
export type JsonForm = 'text' | 'value';

const caches: Record<JsonForm, WeakMap<Operation, DiscoveryParameters>> = { text: new WeakMap(), value: new WeakMap() };

/**
 * Returns the input of an operation as JSON Schema 2020-12. CRUD input is flat, one property per field, nullable scalars as `type: [T,
 * 'null']`, and there is no `$ref`. Changes have no defaults: a client that filled them in would change fields unintentionally.
 *
 * @param form `text` for discovery: JSON fields are text with `contentMediaType`, so that each can be a flag
 */
export function parametersOf(operation: Operation, form: JsonForm): DiscoveryParameters {
  const known = caches[form].get(operation);
  if (known) return known;
  const made = { ...inputSchema(operation, form), ...requirementsOf(operation) };
  caches[form].set(operation, made);
  return made;
}

function inputSchema(operation: Operation, form: JsonForm): DiscoveryParameters {
  if (operation.kind === 'crud' && (operation.name === 'create' || operation.name === 'update'))
    return writeSchema(operation, operation.name, form);
  if (!operation.input) return { type: 'object', properties: {}, additionalProperties: false };
  const schema = mapped(jsonSchemaOf(operation.input, 'input'), (each) => inForm(each, form));
  const isChange = operation.method === 'PUT' || operation.method === 'PATCH';
  return (isChange ? withoutDefaults(schema) : schema) as DiscoveryParameters;
}

/** Describes JSON that the server accepts as text and as a value (`contentSchema` describes the values) in one of the two forms. */
function inForm(schema: JsonSchema, form: JsonForm): JsonSchema {
  const { type, contentMediaType, contentSchema, ...rest } = schema;
  if (contentMediaType !== 'application/json') return schema;
  if (form === 'text') return { ...withoutShape(rest), type, contentMediaType };
  return { ...((contentSchema as JsonSchema | undefined) ?? { type: ['object', 'array'] }), ...rest };
}

/** Keywords of an object or list. */
const SHAPE: ReadonlySet<string> = new Set(['properties', 'additionalProperties', 'required', 'items']);

function withoutShape(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !SHAPE.has(keyword)));
}

function writeSchema(operation: Operation, action: 'create' | 'update', form: JsonForm): DiscoveryParameters {
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, field] of writableFields(operation.resource, action)) {
    const schema = mapped(fieldSchema(field, form), withDefaultsOptional);
    const hasDefault = action === 'create' && field.hasDefault && field.kind !== 'json' && !isEmpty(field.default);
    const told = action === 'update' ? withoutDefaults(schema) : schema;
    properties[name] = hasDefault ? { ...told, default: field.default } : told;
    if (action === 'create' && field.required && !field.hasDefault) required.push(name);
  }
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), additionalProperties: false };
}

/** A property with a default is always returned, and does not need to be sent. */
function withDefaultsOptional(schema: JsonSchema): JsonSchema {
  const { required, ...rest } = schema as JsonSchema & { required?: readonly string[] };
  const properties = rest['properties'] as Readonly<Record<string, JsonSchema>> | undefined;
  if (!required || !properties) return schema;
  const needed = required.filter((name) => properties[name]?.['default'] === undefined);
  return needed.length > 0 ? { ...rest, required: needed } : rest;
}

/** Returns one field as JSON Schema, without its default. */
export function fieldSchema(field: Field, form: JsonForm): JsonSchema {
  return { ...kindSchema(field, form), ...(field.description === undefined ? {} : { description: field.description }) };
}

function kindSchema(field: Field, form: JsonForm): JsonSchema {
  const orNull = (type: string): string | string[] => (field.nullable ? [type, 'null'] : type);
  switch (field.kind) {
    case 'datetime':
      return { type: orNull('string'), format: 'date-time' };
    case 'json':
      return form === 'text' ? { type: orNull('string'), contentMediaType: 'application/json' } : jsonValueSchema(field);
    case 'list':
      return { type: 'array', items: field.values ? { type: 'string', enum: field.values } : { type: 'string' } };
    case 'text':
    case 'integer':
    case 'real':
    case 'boolean':
    case 'reference':
      return jsonSchemaOf(field.schema, 'input');
    case 'bytes':
      // Private: no input has it.
      return { not: {} };
    default:
      return field.kind satisfies never;
  }
}

/** Returns the schema of a JSON field's value: that of the field, else any object. */
function jsonValueSchema(field: Field): JsonSchema {
  // The input of the schema is anything, since text is parsed first.
  const { description: _, ...schema } = jsonSchemaOf(field.schema, 'output');
  const isTold = schema['type'] !== undefined || schema['anyOf'] !== undefined || schema['oneOf'] !== undefined;
  return isTold ? schema : { type: field.nullable ? ['object', 'null'] : 'object', additionalProperties: true };
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0);
}

function requirementsOf(operation: Operation): Pick<DiscoveryParameters, 'x-requirements'> {
  const requirements = {
    ...(operation.replay ? { idempotencyKey: { header: 'Idempotency-Key', required: false } } : {}),
    ...(operation.version === undefined ? {} : { expectedVersion: { header: 'If-Match', required: operation.version === 'required' } }),
  };
  return Object.keys(requirements).length > 0 ? { 'x-requirements': requirements } : {};
}
