import { z } from 'zod';
import { expandable } from '../expand.ts';
import type { Resource } from '../operation.ts';
import { recordOutput } from '../../registry/outputs.ts';

/** Returns the schema of a record's public fields, as every surface returns them; classes may add members when they present records. */
export function itemSchema(resource: Resource): z.ZodType {
  const { definition } = resource;
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(definition.fields)) if (!field.private) shape[name] = field.schema;
  for (const [name, field] of Object.entries(resource.fields)) if (!field.private && !shape[name]) shape[name] = field.schema.optional();
  const references = [...expandable(resource)];
  if (references.length > 0) {
    const records = references.map(([name, { definition: target }]) => [name, recordOutput(target.table).nullable().optional()]);
    shape['expanded'] = z.object(Object.fromEntries(records)).optional().describe('The records requested with expand.');
  }
  return z.looseObject(shape);
}
