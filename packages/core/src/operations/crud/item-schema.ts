import { z } from 'zod';
import type { Resource } from '../operation.ts';

/** The public fields of a record, as every surface answers them; classes may add to it when they present records. */
export function itemSchema({ definition, collectionClass }: Resource): z.ZodType {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(definition.fields)) if (!field.private) shape[name] = field.schema;
  for (const type of collectionClass.collectionOptions.types ?? []) {
    for (const [name, field] of Object.entries(type.definition.fields))
      if (!field.private && !shape[name]) shape[name] = field.schema.optional();
  }
  return z.looseObject(shape);
}
