import type { Ports } from '../ports/ports.ts';
import type { Field, FieldOptions } from './field.ts';

/**
 * Declares a field that is computed from others whenever it is read, and never stored. It is returned whenever its source fields were read.
 *
 * @param value gets the source fields, and what the application provides for the record's database
 *
 * @example
 * wordCount: computed(integer(), ['body'], (values) => String(values['body']).split(/\s+/).length)
 */
export function computed<Value>(
  type: Field<Value>,
  from: readonly string[],
  value: (values: Readonly<Record<string, unknown>>, ports: Ports) => Value,
  options: Pick<FieldOptions<Value>, 'private' | 'listed' | 'description'> = {},
): Field<Value, false> {
  return {
    ...type,
    hasDefault: false,
    default: undefined,
    required: false,
    readOnly: true,
    private: options.private ?? type.private,
    listed: options.listed ?? type.listed,
    description: options.description ?? type.description,
    computed: { from, value },
  } as Field<Value, false>;
}
