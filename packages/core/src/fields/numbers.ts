import { z } from 'zod';
import type { Field, FieldOptions, NeedsValue, ValueUnder } from './field.ts';
import { makeField } from './make-field.ts';

export interface NumberOptions extends FieldOptions<number> {
  minimum?: number;
  maximum?: number;
}

/** The largest value of an integer field. */
export const INT32_MAXIMUM = 2_147_483_647;

/** Declares a 32-bit integer. */
export function integer<const O extends NumberOptions>(options?: O): Field<ValueUnder<number, O>, NeedsValue<O>>;
export function integer(options: NumberOptions = {}): Field {
  const schema = z
    .int()
    .min(options.minimum ?? -INT32_MAXIMUM - 1)
    .max(options.maximum ?? INT32_MAXIMUM);
  return makeField({ kind: 'integer', schema }, options);
}

/** Declares a double: a real number on every database, so that 0.5 is never rounded or rejected. */
export function real<const O extends NumberOptions>(options?: O): Field<ValueUnder<number, O>, NeedsValue<O>>;
export function real(options: NumberOptions = {}): Field {
  let schema = z.number();
  if (options.minimum !== undefined) schema = schema.min(options.minimum);
  if (options.maximum !== undefined) schema = schema.max(options.maximum);
  return makeField({ kind: 'real', schema }, options);
}
