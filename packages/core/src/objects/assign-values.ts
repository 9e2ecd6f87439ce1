import { ValidationError } from '../errors/errors.ts';
import { definitionOf, valuesOf } from './origin.ts';
import type { StoredObject } from './stored-object.ts';

/**
 * Sets fields of an instance; what is `undefined` is left as it is.
 *
 * @throws ValidationError naming what is no field, or is worked out and never set
 */
export function assignValues(instance: StoredObject, changes: Readonly<Record<string, unknown>>): void {
  const { className, fields } = definitionOf(instance);
  const names = Object.keys(changes).filter((name) => changes[name] !== undefined);
  const unknown = names.filter((name) => !Object.hasOwn(fields, name) || fields[name]?.computed);
  if (unknown.length > 0) {
    throw ValidationError.of(
      unknown.map((name) => ({ pointer: `/${name}`, code: 'unknown_field', detail: `${className} has no field ${name} to be set` })),
    );
  }
  const values = valuesOf(instance);
  for (const name of names) values[name] = changes[name];
}
