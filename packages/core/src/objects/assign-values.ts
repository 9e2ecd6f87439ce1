import { ValidationError } from '../errors/errors.ts';
import { nearestField } from '../fields/nearest-field.ts';
import { definitionOf, valuesOf } from './origin.ts';
import type { StoredObject } from './stored-object.ts';

/**
 * Sets fields of an instance; `undefined` values are skipped.
 *
 * @throws ValidationError naming keys that are not fields, or are computed
 */
export function assignValues(instance: StoredObject, changes: Readonly<Record<string, unknown>>): void {
  const { className, fields } = definitionOf(instance);
  const names = Object.keys(changes).filter((name) => changes[name] !== undefined);
  const unknown = names.filter((name) => !Object.hasOwn(fields, name) || fields[name]?.computed);
  if (unknown.length > 0) {
    throw ValidationError.of(
      unknown.map((name) => ({
        pointer: `/${name}`,
        code: 'unknown_field',
        detail: `${className} has no settable field ${name}${nearestField(name, fields)}`,
      })),
    );
  }
  const values = valuesOf(instance);
  for (const name of names) values[name] = changes[name];
}
