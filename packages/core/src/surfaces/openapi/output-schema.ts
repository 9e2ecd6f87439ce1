import { JOBS_PATH, type JsonSchema } from '@colophon/contract';
import { RECORD_KEYWORD } from '../../registry/outputs.ts';
import type { Operation, Resource } from '../../operations/operation.ts';
import type { OperationTable } from '../../operations/operation-table.ts';
import { jsonSchemaOf, mapped } from '../schema/json-schema.ts';
import { fieldSchema } from '../schema/parameters.ts';

/** Returns the name of a collection's record among the schemas of the document. */
export function schemaName({ className, slug }: Resource): string {
  return /^\w+$/.test(className) ? className : slug.replaceAll('-', '_');
}

/** Returns the schema of the public fields of a record; fields that are always returned are required. */
export function recordSchema({ definition, fields, description }: Resource): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (field.private) continue;
    properties[name] = { ...fieldSchema(field, 'value'), ...(field.readOnly ? { readOnly: true } : {}) };
  }
  // `fields` can omit anything except the key.
  return { type: 'object', ...(description === undefined ? {} : { description }), properties, required: [definition.key] };
}

/** Returns the schema of an operation's result; records in it are referred to by name. */
export function outputSchema(operation: Operation, table: OperationTable): JsonSchema | undefined {
  if (!operation.output) return undefined;
  return mapped(jsonSchemaOf(operation.output, 'output'), (schema) => {
    const of = schema[RECORD_KEYWORD];
    if (typeof of !== 'string') return schema;
    const resource = of === '' ? operation.resource : table.resources.find((each) => isRoot(each, of));
    return resource ? referenceTo(resource) : { type: 'object', additionalProperties: true };
  });
}

/** Returns the schema of a job record, the response of an operation that runs in the background. */
export function jobSchema(table: OperationTable): JsonSchema {
  const jobs = table.resource(JOBS_PATH);
  return jobs ? referenceTo(jobs) : { type: 'object', additionalProperties: true };
}

function isRoot({ definition }: Resource, table: string): boolean {
  return definition.table === table && definition.typeName === undefined;
}

function referenceTo(resource: Resource): JsonSchema {
  return { $ref: `#/components/schemas/${schemaName(resource)}` };
}
