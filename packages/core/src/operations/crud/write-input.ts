import { z } from 'zod';
import type { Field } from '../../fields/field.ts';
import type { ObjectDefinition } from '../../objects/definition.ts';
import type { Resource } from '../operation.ts';

/** Returns whether a field can be set from outside when a record is created or changed. */
export function isWritable(definition: ObjectDefinition, name: string, action: 'create' | 'update'): boolean {
  const field = definition.fields[name];
  if (!field || field.private || field.readOnly || field.computed) return false;
  if (name === definition.key || name === definition.typeField)
    return action === 'create' && !(name === definition.typeField && definition.typeName !== undefined);
  return true;
}

/** Returns the writable fields of the resource, and for a root collection also those of its subclasses. */
export function writableFields(resource: Resource, action: 'create' | 'update'): [string, Field][] {
  const definitions = [resource.definition, ...resource.types.map((type) => type.definition)];
  const fields = new Map<string, Field>();
  for (const definition of definitions) {
    for (const [name, field] of Object.entries(definition.fields)) {
      if (!fields.has(name) && isWritable(definition, name, action)) fields.set(name, field);
    }
  }
  return [...fields];
}

/**
 * Returns the input schema of create and update, for documents such as OpenAPI. Writing itself validates field by field, because it also
 * accepts what was read: read-only fields are ignored if they equal the stored values.
 */
export function writeInput(resource: Resource, action: 'create' | 'update'): z.ZodType {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of writableFields(resource, action)) {
    shape[name] = action === 'create' && field.required && !field.hasDefault ? field.schema : field.schema.optional();
  }
  return z.strictObject(shape);
}
