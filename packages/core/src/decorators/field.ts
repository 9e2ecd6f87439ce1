import { boolean } from '../fields/boolean.ts';
import { bytes } from '../fields/bytes.ts';
import { computed } from '../fields/computed.ts';
import { datetime } from '../fields/datetime.ts';
import type { Field } from '../fields/field.ts';
import { json } from '../fields/json.ts';
import { list } from '../fields/list.ts';
import { integer, real } from '../fields/numbers.ts';
import { reference } from '../fields/reference.ts';
import { text } from '../fields/text.ts';
import { originOf, valuesOf } from '../objects/origin.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import { addField } from './metadata.ts';

type FieldDecorator = <This extends StoredObject, Value>(
  nothing: undefined,
  context: ClassFieldDecoratorContext<This, Value>,
) => (this: This, initial: Value) => Value;
type GetterDecorator = (getter: () => unknown, context: ClassGetterDecoratorContext) => void;

/**
 * Declares a field of a decorated class; `field.text`, `field.integer` and the others take the same options as `text`, `integer` and the
 * others.
 *
 * A class field is initialized after the base constructor has run, which would overwrite the values set there. So a value that was passed
 * to the constructor or read from the database is kept, and the initial value applies to new records only.
 */
export const field = {
  text: (...parameters: Parameters<typeof text>) => declared(text(...parameters)),
  integer: (...parameters: Parameters<typeof integer>) => declared(integer(...parameters)),
  real: (...parameters: Parameters<typeof real>) => declared(real(...parameters)),
  boolean: (...parameters: Parameters<typeof boolean>) => declared(boolean(...parameters)),
  datetime: (...parameters: Parameters<typeof datetime>) => declared(datetime(...parameters)),
  json: (...parameters: Parameters<typeof json>) => declared(json(...parameters)),
  list: (...parameters: Parameters<typeof list>) => declared(list(...parameters)),
  bytes: (...parameters: Parameters<typeof bytes>) => declared(bytes(...parameters)),
  reference: (...parameters: Parameters<typeof reference>) => declared(reference(...parameters)),
  /** A getter whose value is computed from the named fields and never stored. */
  computed:
    (type: Field, from: readonly string[]): GetterDecorator =>
    (getter, context) =>
      addField(
        context.metadata,
        String(context.name),
        computed(type, from, (values) => getter.call(values)),
      ),
} as const;

function declared(definition: Field): FieldDecorator {
  return (_, context) => {
    const name = String(context.name);
    addField(context.metadata, name, definition);
    return function prefersWhatWasGiven(initial) {
      const held = valuesOf(this)[name] as typeof initial;
      const { row, given } = originOf(this);
      return row !== undefined || initial === undefined || given?.includes(name) ? held : initial;
    };
  };
}
