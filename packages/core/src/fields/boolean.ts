import { z } from 'zod';
import type { Field, FieldOptions, NeedsValue, ValueUnder } from './field.ts';
import { makeField } from './make-field.ts';

/** Declares a boolean. */
export function boolean<const O extends FieldOptions<boolean>>(options?: O): Field<ValueUnder<boolean, O>, NeedsValue<O>>;
export function boolean(options: FieldOptions<boolean> = {}): Field {
  return makeField({ kind: 'boolean', schema: z.boolean() }, options);
}
