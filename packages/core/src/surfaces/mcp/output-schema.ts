import type { JsonSchema } from '@colophon/contract';
import { mayDefer } from '../../operations/may-defer.ts';
import type { Operation, Resource } from '../../operations/operation.ts';
import type { OperationTable } from '../../operations/operation-table.ts';
import { RECORD_KEYWORD } from '../../registry/outputs.ts';
import { jsonSchemaOf, mapped } from '../schema/json-schema.ts';
import { fieldSchema } from '../schema/parameters.ts';

/** The schema of a tool's structured content. */
export interface OutputSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

/** What helps a model to read a result; what only restricts it, or explains it at length, is left out. */
const KEPT: ReadonlySet<string> = new Set(['$defs', '$ref', 'anyOf', 'const', 'enum', 'items', 'oneOf', 'properties', 'type']);
/** How many fields of a record a schema names: more are in the record, and few are read. */
const NAMED_FIELDS = 10;

const NOTHING: OutputSchema = { type: 'object', properties: { done: { const: true } } };

/**
 * Describes the structured content of a tool, for clients that check it. It is open: other members may come, and any may be missing, since
 * callers choose the `fields` that they read. It refers to nothing outside itself.
 */
export function outputSchemaOf(operation: Operation, table: OperationTable): OutputSchema {
  if (!operation.output) return operation.effects === 'read' ? { type: 'object' } : NOTHING;
  const schema = wrapped(
    mapped(jsonSchemaOf(operation.output, 'output'), (each) => {
      const of = each[RECORD_KEYWORD];
      if (typeof of !== 'string') return open(each);
      const resource = of === '' ? operation.resource : table.resources.find(({ definition }) => isRoot(definition, of));
      return resource ? recordOf(resource) : { type: 'object' };
    }),
  );
  return mayDefer(operation, table) ? { type: 'object', anyOf: [schema, JOB] } : schema;
}

/** An operation that a caller does not wait for returns the job that does it. */
const JOB: JsonSchema = { type: 'object', properties: { jobId: { type: 'string' }, status: { type: 'string' } }, required: ['jobId'] };

function open(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => KEPT.has(keyword)));
}

function isRoot(definition: Resource['definition'], table: string): boolean {
  return definition.table === table && definition.typeName === undefined;
}

/** The key and the first fields of a record. */
function recordOf({ definition }: Resource): JsonSchema {
  const fields = Object.entries(definition.fields).filter(([name, field]) => !field.private && name !== definition.key);
  const named = fields.slice(0, NAMED_FIELDS).map(([name, field]) => [name, open(fieldSchema(field, 'value'))]);
  return { type: 'object', properties: { [definition.key]: { type: 'string' }, ...Object.fromEntries(named) } };
}

/** Structured content is an object: a list is its `items`, anything else its `value`, as `resultOf` does it. */
function wrapped(schema: JsonSchema): OutputSchema {
  const { $defs, ...rest } = schema;
  const defs = $defs === undefined ? {} : { $defs };
  if (rest['type'] === 'object') return { ...schema, type: 'object' };
  if (rest['type'] === 'array') return { type: 'object', properties: { items: rest }, ...defs };
  const options = (rest['anyOf'] ?? rest['oneOf']) as readonly JsonSchema[] | undefined;
  if (options) return options.every(({ type }) => type === 'object') ? { ...schema, type: 'object' } : { type: 'object' };
  return typeof rest['type'] === 'string' ? { type: 'object', properties: { value: rest }, ...defs } : { type: 'object' };
}
