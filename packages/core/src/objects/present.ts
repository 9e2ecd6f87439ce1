import type { JsonObject } from '../fields/json.ts';
import type { ObjectDefinition } from './definition.ts';

/**
 * The public fields of a record, computed ones included, and of these only `names` where they are given.
 * `undefined` leaves a field out.
 */
export function presentValues(
  definition: ObjectDefinition,
  values: Readonly<Record<string, unknown>>,
  names?: ReadonlySet<string>,
): JsonObject {
  const result: Record<string, unknown> = {};
  for (const name in definition.fields) {
    const field = definition.fields[name];
    if (!field || field.private || (names && !names.has(name))) continue;
    if (!field.computed) {
      if (values[name] !== undefined) result[name] = values[name];
    } else if (field.computed.from.every((source) => values[source] !== undefined)) {
      result[name] = field.computed.value(values);
    }
  }
  return result as JsonObject;
}
