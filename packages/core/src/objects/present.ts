import type { JsonObject } from '../fields/json.ts';
import type { ObjectDefinition } from './definition.ts';

/** The public fields of a record, computed ones included; `undefined` leaves a field out. */
export function presentValues(definition: ObjectDefinition, values: Readonly<Record<string, unknown>>): JsonObject {
  const result: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.private) continue;
    if (!field.computed) {
      if (values[name] !== undefined) result[name] = values[name];
    } else if (field.computed.from.every((source) => values[source] !== undefined)) {
      result[name] = field.computed.value(values);
    }
  }
  return result as JsonObject;
}
